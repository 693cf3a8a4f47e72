import type { WithdrawalLocks } from '@cambio/exchange/payin/balance/WithdrawalStore.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import { clientMailStore } from '../client/clientMails.ts'
import { orderStore } from '../order/orders.ts'
import { within, type StoreDeps } from '../StoreDeps.ts'

type LockedRow = {
  readonly withdrawals_locked_until: Date | null
  readonly email: string
  readonly partner: string
}

/** Clients whose withdrawals are confirmed, one code at a time. */
export function withdrawalLocks(deps: StoreDeps): WithdrawalLocks {
  return {
    lock: (clientId, work) =>
      deps.transaction(async (query) => {
        const [row] = await query<LockedRow>({ name: 'withdrawal_hold', text: LOCK, values: [clientId] })
        if (!row) throw new Error(`There is no client ${clientId}`)
        const lockedDeps = within(deps, query)
        return work({
          orders: orderStore(lockedDeps),
          lockedUntil: row.withdrawals_locked_until,
          countWrongCode: (orderId, since) =>
            countWrongCode(query, { clientId, orderId, since, at: deps.now() }),
          async lockWithdrawals(until) {
            const text = 'update client set withdrawals_locked_until = $2 where id = $1'
            await query({ name: 'withdrawal_lock', text, values: [clientId, until] })
            const { email, partner } = row
            await clientMailStore(lockedDeps).keep(clientId, {
              is: 'withdrawals_locked',
              email,
              partner,
              until,
            })
          },
        })
      }),
  }
}

/** Not `for update`: rows that refer to the client are written meanwhile. */
const LOCK = `
  select c.withdrawals_locked_until, c.email, p.name as partner
  from client c join partner p on p.id = c.partner_id where c.id = $1 for no key update of c`

type WrongCode = {
  readonly clientId: string
  readonly orderId: string
  readonly since: Date
  readonly at: Date
}

async function countWrongCode(query: Query, { clientId, orderId, since, at }: WrongCode): Promise<number> {
  await query({
    name: 'withdrawal_wrong_code',
    text: 'insert into wrong_withdrawal_code (client_id, order_id, at) values ($1, $2, $3)',
    values: [clientId, orderId, at],
  })
  const [row] = await query<{ count: bigint }>({
    name: 'withdrawal_wrong_codes',
    text: 'select count(*) from wrong_withdrawal_code where client_id = $1 and at > $2',
    values: [clientId, since],
  })
  return Number(row?.count ?? 0n)
}
