import { idsOfCell } from '@cambio/exchange/cell/Cell.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'

/** The API keys by which partners call this exchange now, including former keys while they are still valid. */
export async function cellKeys(query: Query, at: Date): Promise<string[]> {
  const rows = await query<{ key: string }>({
    name: 'read_cell_keys',
    text: `
      select api_key as key from partner where moved_to is null
      union select former_api_key from partner where moved_to is null and former_api_key_until > $1
      order by key`,
    values: [at],
  })
  return rows.map(({ key }) => key)
}

/**
 * The ids of orders and requests whose beginning would lead a router to another cell: those made before the cell had a
 * name, and those that moved here with a partner. Reads all of them.
 * @param cells every cell; ids that no cell has marked go to the first
 */
export async function idsOutsideCell(query: Query, own: string, cells: readonly string[]): Promise<string[]> {
  const rows = await query<{ id: string }>({
    name: 'read_cell_strays',
    text: `
      with marks as (select * from unnest($2::text[], $3::text[]) as m (cell, pattern))
      select id from (
        select id, partner_id from orders
        union all select id, partner_id from widget_request
      ) kept
      where partner_id not in (select id from partner where moved_to is not null)
        and coalesce((select cell from marks where kept.id ~ pattern limit 1), $4) <> $1
      order by id`,
    values: [own, [...cells], cells.map(idsOfCell), cells[0]],
  })
  return rows.map(({ id }) => id)
}
