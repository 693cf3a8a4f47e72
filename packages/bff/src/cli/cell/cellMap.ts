import { required } from '@cambio/server/cli/arguments.ts'
import { BadCall } from '@cambio/server/cli/BadCall.ts'
import { command } from '@cambio/server/cli/Command.ts'
import { counted } from '@cambio/server/cli/counted.ts'
import { CellMap } from '../../cell/CellMap.ts'
import { cellKeys, idsOutsideCell } from '../../store/read/cellIds.ts'
import type { CommandDeps } from '../CommandDeps.ts'
import { cellNames, ownName } from './cellArguments.ts'

/** Lists what a router must know about this cell. */
export const cellMap = command({
  name: 'cell map',
  summary: [
    'Lists what a router must know about this cell: its API keys, and the ids of orders and requests that do not begin as',
    'this cell’s do. Keep the answer to --json for “cell router”. No secret is in it.',
    '--cells names every cell; the first receives what has no mark.',
  ].join('\n'),
  words: {},
  options: { cells: required(cellNames, 'Name every cell: --cells E1,E2.') },
  json: CellMap,
  async run(deps: CommandDeps, { options: { cells } }) {
    const cell = ownName(deps)
    if (!cells.includes(cell)) throw new BadCall(`This cell is ${cell}, which --cells does not name.`)
    const keys = await cellKeys(deps.query, deps.now())
    const ids = await idsOutsideCell(deps.query, cell, cells)
    const marked = `Ids that begin with ${cell} need no line.`
    const text = [
      ...keys.map((key) => `key  ${key}  ${cell}`),
      ...ids.map((id) => `id   ${id}  ${cell}`),
      `${counted(keys.length, 'key', 'keys')} and ${counted(ids.length, 'id', 'ids')}. ${marked}`,
    ].join('\n')
    return { text, data: { cell, cells, keys, ids } }
  },
})
