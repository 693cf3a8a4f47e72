import { command } from '@cambio/server/cli/Command.ts'
import { CellBooks } from '../../cell/booksOfCells.ts'
import { cellBooks as readBooks } from '../../store/read/cellBooks.ts'
import type { CommandDeps } from '../CommandDeps.ts'
import { signed } from '../signed.ts'
import { ownName } from './cellArguments.ts'

/** Lists this cell's books, for “cell sum”. */
export const cellBooks = command({
  name: 'cell books',
  summary: [
    'Lists the house accounts of this cell, and what all of its orders, clients and partners have. Keep the answer to --json for',
    '“cell sum”.',
  ].join('\n'),
  words: {},
  options: {},
  json: CellBooks,
  async run(deps: CommandDeps) {
    const cell = ownName(deps)
    const accounts = await readBooks(deps)
    return {
      text: accounts
        .map(({ account, asset, layer, units }) =>
          [account.padEnd(24), asset.padEnd(9), layer.padEnd(8), signed({ units, currency: asset })].join(
            ' ',
          ),
        )
        .join('\n'),
      data: {
        cell,
        at: deps.now().toISOString(),
        accounts: accounts.map((each) => ({ ...each, units: each.units.toString() })),
      },
    }
  },
})
