import { chart } from '@cambio/exchange/books/chart.ts'
import type { MovedBalance, PartnerMove } from '@cambio/exchange/books/Transit.ts'
import { cellOfId } from '@cambio/exchange/cell/Cell.ts'
import type { MoveConflict, PartnerMoves, OpenWork } from '@cambio/exchange/operator/partner/PartnerMoves.ts'
import { keepMovedMarks } from '../person/movedMarks.ts'
import type { StoreDeps } from '../StoreDeps.ts'
import { insertMoved } from './movedRows.ts'
import { clearedTables } from './movedTables.ts'
import { OPEN_WORK } from './openWork.ts'

/** Moves of partners between cells, inside a transaction. */
export function partnerMoves(deps: StoreDeps): PartnerMoves {
  const { query, now } = deps
  const newOrders = new Set<string>()
  const keep = async ({ id, partnerId, from, to }: PartnerMove, direction: 'away' | 'here') => {
    const text = `
      insert into partner_move (id, partner_id, direction, from_cell, to_cell, at) values ($1, $2, $3, $4, $5, $6)`
    await query({ name: 'partner_move_keep', text, values: [id, partnerId, direction, from, to, now()] })
  }
  return {
    async lock(partnerId) {
      const text = 'select suspended_at from partner where id = $1 for update'
      const [partner] = await query<{ suspended_at: Date | null }>({
        name: 'partner_move_lock',
        text,
        values: [partnerId],
      })
      if (!partner) throw new Error(`There is no partner ${partnerId}`)
      const rows = await query<MoveRow>({
        name: 'partner_move_of',
        text: `select ${COLUMNS} from partner_move where partner_id = $1 order by number desc limit 1`,
        values: [partnerId],
      })
      return { suspendedAt: partner.suspended_at, lastMove: rows[0] && moveOf(rows[0]) }
    },
    async find(moveId) {
      const text = `select ${COLUMNS} from partner_move where id = $1`
      const [row] = await query<MoveRow>({ name: 'partner_move_find', text, values: [moveId] })
      return row && moveOf(row)
    },
    async openWork(partnerId) {
      await query({
        name: 'partner_move_time',
        text: `select set_config('statement_timeout', '5min', true)`,
        values: [],
      })
      const [row] = await query<{ open_work: OpenWork }>({
        name: 'partner_unquiet',
        text: OPEN_WORK,
        values: [partnerId, now()],
      })
      if (!row) throw new Error('What is open of a partner was not counted')
      return row.open_work
    },
    async balances(partnerId) {
      const rows = await query<{ account: string; currency: string; units: bigint }>({
        name: 'partner_move_balances',
        text: BALANCES,
        values: [partnerId],
      })
      return rows.map(({ account, ...amount }): MovedBalance => ({ account, amount }))
    },
    async recordMovedAway(move) {
      await keep(move, 'away')
      const text = 'update partner set moved_to = $2 where id = $1'
      await query({ name: 'partner_moved', text, values: [move.partnerId, move.to] })
    },
    async conflictWith({ partnerId, name, apiKeys }) {
      const [row] = await query<{ conflict: MoveConflict | null }>({
        name: 'partner_move_conflict',
        text: `
          select case when bool_or(id = $1 and moved_to is null) then 'partner_known'
            when bool_or(id <> $1 and name = $2) then 'name_taken'
            when bool_or(id <> $1 and (api_key = any($3) or former_api_key = any($3))) then 'key_taken' end as conflict
          from partner`,
        values: [partnerId, name, [...apiKeys]],
      })
      return row?.conflict ?? undefined
    },
    async clear(partnerId) {
      for (const { name, where } of clearedTables)
        await query({
          name: `moved_clear_${name}`,
          text: `delete from ${name} where ${where}`,
          values: [partnerId],
        })
    },
    insert: (part) => insertMoved(deps, part, newOrders),
    insertMarks: (marks) => keepMovedMarks(deps, marks),
    async recordMovedHere(move) {
      await keep(move, 'here')
      const text = 'update partner set moved_to = null, suspended_at = null where id = $1'
      await query({ name: 'partner_moved_here', text, values: [move.partnerId] })
    },
    async hasMovedHere({ id, partnerId, createdAt }) {
      const moves = await query<{ direction: 'away' | 'here'; from: string; to: string; at: Date }>({
        name: 'partner_has_come',
        text: `
          select direction, from_cell as from, to_cell as to, at
          from partner_move where partner_id = $1 order by number`,
        values: [partnerId],
      })
      const lastHere = moves.findLast(({ direction }) => direction === 'here')
      if (!lastHere) return false
      const cells = moves.flatMap(({ from, to }) => [from, to])
      const maker = cellOfId(id, cells)
      if (maker !== undefined) return maker !== lastHere.to
      const [first] = moves
      return !(first?.direction === 'away' && createdAt < first.at)
    },
  }
}

type MoveRow = {
  readonly id: string
  readonly partner_id: string
  readonly from_cell: string
  readonly to_cell: string
}

const COLUMNS = 'id, partner_id, from_cell, to_cell'

function moveOf({ id, partner_id: partnerId, from_cell: from, to_cell: to }: MoveRow): PartnerMove {
  return { id, partnerId, from, to }
}

const BALANCES = `
  select a.name as account, a.asset as currency, -sum(p.units) as units
  from account a join posting p on p.account_id = a.id and p.layer = 'posted'
  where a.name = '${chart.partnerBalance('')}' || $1
    or a.name in (select '${chart.clientBalance('')}' || id from client where partner_id = $1)
  group by a.id having sum(p.units) <> 0 order by a.name, a.asset`
