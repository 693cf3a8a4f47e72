import { idsOfCell } from '@cambio/exchange/cell/Cell.ts'
import type { CellMap } from './CellMap.ts'

/** The map files of a router, by the names that its configuration uses. */
export type RouterMaps = Readonly<
  Record<'cells.map' | 'marks.map' | 'keys.map' | 'ids.map', readonly string[]>
>

/** The maps of a router in front of these cells; or a sentence that says why one router cannot serve them. */
export function routerMaps(maps: readonly CellMap[]): RouterMaps | string {
  const [first] = maps
  if (!first) return 'Give the map of at least one cell.'
  const { cells } = first
  const other = maps.find((map) => map.cells.join() !== cells.join())
  if (other)
    return `${first.cell} lists the cells ${cells.join()}, and ${other.cell} of ${other.cells.join()}.`
  const missing = cells.find((cell) => maps.filter((map) => map.cell === cell).length !== 1)
  if (missing !== undefined || maps.length !== cells.length) return `Give one map of each of ${cells.join()}.`
  const twice = ownedTwice(maps)
  if (twice) return twice
  return {
    'cells.map': cells.map((cell) => `${cell} ${cell}`),
    'marks.map': cells.map((cell) => `${idsOfCell(cell)} ${cell}`),
    'keys.map': maps.flatMap(({ cell, keys }) => keys.map((key) => `${key} ${cell}`)),
    'ids.map': maps.flatMap(({ cell, ids }) => ids.map((id) => `${id} ${cell}`)),
  }
}

/** A sentence about a key or id that two cells claim, which could be routed to either; undefined if there is none. */
function ownedTwice(maps: readonly CellMap[]): string | undefined {
  const owners = new Map<string, string>()
  for (const { cell, keys, ids } of maps)
    for (const each of [...keys, ...ids]) {
      const owner = owners.get(each)
      if (owner !== undefined && owner !== cell) return `Both ${owner} and ${cell} claim ${each}.`
      owners.set(each, cell)
    }
  return undefined
}
