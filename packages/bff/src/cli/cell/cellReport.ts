import type { CommandLine } from '@cambio/server/cli/answerCall.ts'
import { required, text } from '@cambio/server/cli/arguments.ts'
import { BadCall } from '@cambio/server/cli/BadCall.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { command } from '@cambio/server/cli/Command.ts'
import type { Clock } from '@cambio/server/Clock.ts'
import { codeInWords } from '@cambio/server/postgres/codeInWords.ts'
import * as z from 'zod/mini'
import { onCell, readCellDatabases, type CellDatabase } from '../../cell/report/cellDatabases.ts'
import { mergeReports, type CellAnswer, type Merged } from '../../cell/report/mergeReports.ts'
import { reports, type Report } from '../../cell/report/reports.ts'
import { NodeUnavailable } from '../chain/NodeUnavailable.ts'
import { signed } from '../signed.ts'

type Deps = { readonly clock: Clock }
type Remark = { readonly cell: string; readonly why: string }
type Asked =
  | (CellAnswer & { readonly is: 'answered' })
  | (Remark & { readonly is: 'refused' | 'unavailable' })

const Remarks = z.array(z.object({ cell: z.string(), why: z.string() }))

/** Runs a report in every cell. */
export const cellReport = command({
  name: 'cell report',
  summary: [
    `Runs a report in every cell and shows one: ${reports.map(({ name }) => `“${name}”`).join(', ')}, with its options in`,
    'the same quotes. --cells is a file with a line for each cell: its name and the address of its database, where a user that may',
    'only read is enough. “chain reconcile” needs the address of the cell’s node after it. Each row has its cell, rows are sorted as one',
    'list, and amounts are added up. A cell that does not answer is named, and the exit code is 1, as it is where the report of a cell fails.',
  ].join('\n'),
  words: {
    report: required(text('<report>'), 'Name a report, such as: cell report "owed list" --cells FILE'),
  },
  options: { cells: required(text('FILE'), 'Name the file of the cells: --cells cells.txt.') },
  json: z.object({
    cells: z.array(z.string()),
    /** Cells that did not answer: nothing of theirs is here. */
    unavailable: Remarks,
    /** Cells where the report does not apply, such as one that has no partner of that name. */
    refused: Remarks,
    lists: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
    sums: z.array(z.object({ list: z.string(), field: z.string(), currency: z.string(), sum: z.string() })),
    more: z.boolean(),
  }),
  async run(deps: Deps, { words: { report: called }, options: { cells: file } }) {
    const { report, run } = await readReport(called)
    const databases = await readCellDatabases(file)
    const asked = await Promise.all(databases.map((database) => ask(deps, database, run)))
    const answers = asked.filter((each) => each.is === 'answered')
    const remarks = (is: 'refused' | 'unavailable') =>
      asked.flatMap((each) => (each.is === is && 'why' in each ? [{ cell: each.cell, why: each.why }] : []))
    const [unavailable, refused] = [remarks('unavailable'), remarks('refused')]
    const merged = mergeReports(report, answers)
    return {
      text: textOf(merged, [...refused, ...unavailable]),
      data: {
        cells: databases.map(({ cell }) => cell),
        unavailable,
        refused,
        lists: merged.lists,
        sums: merged.sums.map(({ units, ...sum }) => ({
          ...sum,
          sum: signed({ units, currency: sum.currency }),
        })),
        more: merged.more,
      },
      failed: unavailable.length > 0 || answers.length === 0 || answers.some(({ failed }) => failed),
    }
  },
})

/** The command line of reports over cells, which needs no database of its own. */
export function cellReportLine(program: string): CommandLine<Deps> {
  return { program, about: 'Reports over all cells.', commands: [cellReport] }
}

type Run = ReturnType<Awaited<ReturnType<Report['load']>>['read']>

/** @throws BadCall if there is no such report, or its options are invalid */
async function readReport(called: string): Promise<{ report: Report; run: Run }> {
  const words = [...called.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word)
  const report = reports.find(({ name }) => words.slice(0, 2).join(' ') === name)
  if (!report)
    throw new BadCall(
      `“${called}” is no report over cells. Those are: ${reports.map(({ name }) => name).join(', ')}.`,
    )
  return { report, run: (await report.load()).read(words.slice(2)) }
}

async function ask(deps: Deps, database: CellDatabase, run: Run): Promise<Asked> {
  const { cell } = database
  try {
    const { data, failed } = await onCell(deps, database, run)
    return { is: 'answered', cell, data: z.record(z.string(), z.unknown()).parse(data), failed }
  } catch (error) {
    if (error instanceof NodeUnavailable) return { is: 'unavailable', cell, why: error.message }
    if (error instanceof BadCall || error instanceof CallRefused)
      return { is: 'refused', cell, why: error.message }
    if (error instanceof Error && 'code' in error)
      return {
        is: 'unavailable',
        cell,
        why: `Its database did not answer (${codeInWords(String(error.code))}).`,
      }
    throw error
  }
}

function textOf({ lists, sums, more }: Merged, remarks: readonly Remark[]): string {
  const filled = Object.entries(lists).filter(([, rows]) => rows.length > 0)
  return [
    ...filled.flatMap(([name, rows]) => [
      `${name}:`,
      ...rows.map((row) =>
        Object.values(row)
          .filter((value) => value !== null && value !== '')
          .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
          .join('  '),
      ),
      ...sums
        .filter(({ list }) => list === name)
        .map(({ field, currency, units }) => `Sum of ${field}: ${signed({ units, currency })} ${currency}`),
    ]),
    ...(filled.length === 0 ? ['No cell that answered has a row of this report.'] : []),
    ...(more ? ['There are more rows: “--rows” lists more.'] : []),
    ...remarks.map(({ cell, why }) => `${cell}: ${why}`),
  ].join('\n')
}
