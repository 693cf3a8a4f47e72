import { idsOfCell } from '@cambio/exchange/cell/Cell.ts'
import type { CellMap } from './CellMap.ts'

/** The map files of a router, by the name that its configuration reads them under. */
export type RouterMaps = Readonly<
  Record<'cells.map' | 'marks.map' | 'keys.map' | 'ids.map', readonly string[]>
>

/** The maps of a router before these cells; or why these belong to no one router, as a sentence. */
export function routerMaps(maps: readonly CellMap[]): RouterMaps | string {
  const [first] = maps
  if (!first) return 'Give the map of at least one cell.'
  const { cells } = first
  const other = maps.find((map) => map.cells.join() !== cells.join())
  if (other)
    return `${first.cell} was told of the cells ${cells.join()}, and ${other.cell} of ${other.cells.join()}.`
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

/** A key or id that two cells claim would lead to whichever is read first. */
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
