import { repeated, text } from '@cambio/server/cli/arguments.ts'
import { BadCall } from '@cambio/server/cli/BadCall.ts'
import { command } from '@cambio/server/cli/Command.ts'
import * as z from 'zod/mini'
import { CellBooks, sumOfCells, type Fault } from '../../cell/booksOfCells.ts'
import { signed } from '../signed.ts'
import { readAnswer } from './readAnswer.ts'

const Sum = z.object({ account: z.string(), asset: z.string(), layer: z.string(), sum: z.string() })

/** Adds up the books of all cells. */
export const cellSum = command({
  name: 'cell sum',
  summary: [
    'Adds up the output of “cell books --json” of each cell, one --books for each: every account over all cells. What is in transit',
    'between two cells must be zero over both, and the books of each cell must be balanced; else it fails and says what is not.',
  ].join('\n'),
  words: {},
  options: { books: repeated(text('FILE')) },
  json: z.object({
    balanced: z.boolean(),
    cells: z.array(z.string()),
    accounts: z.array(Sum),
    faults: z.array(z.string()),
  }),
  async run(_: object, { options: { books: files } }) {
    const books = await Promise.all(files.map((file) => readAnswer(file, CellBooks, 'cell books')))
    const cells = books.map(({ cell }) => cell)
    if (cells.length === 0 || new Set(cells).size < cells.length)
      throw new BadCall('Give the books of each cell once: --books E1.json --books E2.json.')
    const { sums, faults } = sumOfCells(books)
    const accounts = sums.map(({ units, ...each }) => ({
      ...each,
      sum: signed({ units, currency: each.asset }),
    }))
    const sentences = faults.map(sentenceOf)
    return {
      text: [
        ...accounts.map(({ account, asset, layer, sum }) =>
          [account.padEnd(24), asset.padEnd(9), layer.padEnd(8), sum].join(' '),
        ),
        ...sentences,
        ...(faults.length === 0
          ? [`The books of ${cells.join(', ')} are balanced, and nothing is in transit.`]
          : []),
      ].join('\n'),
      data: { balanced: faults.length === 0, cells, accounts, faults: sentences },
      failed: faults.length > 0,
    }
  },
})

function sentenceOf(fault: Fault): string {
  const sum = signed({ units: fault.units, currency: fault.asset })
  return fault.is === 'unbalanced'
    ? `The books of ${fault.cell} are not balanced: ${sum} ${fault.asset} is left over.`
    : `${sum} ${fault.asset} is on ${fault.account}: one cell has moved a partner that the other has not received yet, or the two outputs are from different times.`
}
