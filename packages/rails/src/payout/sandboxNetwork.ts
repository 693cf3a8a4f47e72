import { join } from 'node:path'
import type { PayoutOrder, PayoutRail, PayoutState } from '@cambio/exchange/payout/PayoutRail.ts'
import type { Clock } from '@cambio/server/Clock.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import type { Random } from '@cambio/server/Random.ts'
import type { Rail } from '../Rail.ts'

/** Folder of the network's own migrations; its tables lie in the exchange's schema. */
export const sandboxNetworkMigrations = join(import.meta.dirname, 'sandbox')

/** The sandbox's network as a rail: it carries every coin. */
export const sandboxNetworkRail: Rail = {
  name: 'sandbox-network',
  isStandIn: true,
  payinWays: [],
  payoutWays: [{ group: 'crypto', networks: 'any' }],
  open: ({ database: { query }, clock, random }) => ({ payout: sandboxNetwork({ query, clock, random }) }),
}

/** What goes wrong with a payment: it is refused for good, or its answer is lost before or after the payment. */
export type PayoutFault = 'refused' | 'lost_before' | 'lost_after'

type Transfer = {
  readonly txid: string | null
  readonly refused: string | null
  readonly units: bigint
  readonly currency: string
  readonly address: string
  readonly memo: string | null
  readonly created_at: Date
}

/** How long a transfer waits for its block, milliseconds. */
const CONFIRM_AFTER_MS = 500

/**
 * The payment network that ships with the sandbox. No coin moves, but a transfer is made once, is stored in PostgreSQL
 * and takes its time, so whatever a crash interrupts can be looked up afterwards.
 * @param deps.faultOf decides what goes wrong with a payment; nothing does without it
 */
export function sandboxNetwork(deps: {
  readonly query: Query
  readonly clock: Clock
  readonly random: Pick<Random, 'pick'>
  readonly confirmAfterMs?: number
  readonly faultOf?: (order: PayoutOrder) => PayoutFault | undefined
}): PayoutRail {
  const confirmAfterMs = deps.confirmAfterMs ?? CONFIRM_AFTER_MS
  const stateOf = ({ txid, refused, created_at: at }: Transfer): PayoutState => {
    if (txid === null) return { is: 'refused', reason: refused ?? '' }
    const isConfirmed = deps.clock.now().getTime() - at.getTime() >= confirmAfterMs
    return { is: isConfirmed ? 'confirmed' : 'sent', txid }
  }
  return {
    async send(order) {
      const fault = deps.faultOf?.(order)
      if (fault === 'lost_before')
        return { is: 'unknown', why: 'The network did not take the payment in time' }
      const isRefused = fault === 'refused'
      const transfer = await make(deps.query, order, {
        txid: isRefused ? null : deps.random.pick('0123456789abcdef', 64),
        refused: isRefused ? 'The network does not pay to this address' : null,
        at: deps.clock.now(),
      })
      if (fault === 'lost_after') return { is: 'unknown', why: 'The network did not answer in time' }
      return stateOf(transfer)
    },
    async getStatus(payoutId) {
      const transfer = await find(deps.query, payoutId)
      return transfer ? stateOf(transfer) : { is: 'absent' }
    },
  }
}

/**
 * Makes the transfer of this id, or finds the one that was made.
 * @throws Error when the one that was made paid something else
 */
async function make(
  query: Query,
  { payoutId, amount, address, memo }: PayoutOrder,
  { txid, refused, at }: { txid: string | null; refused: string | null; at: Date },
): Promise<Transfer> {
  await query({
    name: 'sandbox_transfer_make',
    text: `
      insert into sandbox_transfer (payout_id, txid, refused, units, currency, address, memo, created_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8)
      on conflict (payout_id) do nothing`,
    values: [payoutId, txid, refused, amount.units, amount.currency, address, memo, at],
  })
  const made = await find(query, payoutId)
  if (!made) throw new Error(`The transfer ${payoutId} was just made and is gone`)
  const isSame =
    made.units === amount.units &&
    made.currency === amount.currency &&
    made.address === address &&
    made.memo === memo
  if (!isSame) throw new Error(`The transfer ${payoutId} was made before, for something else`)
  return made
}

async function find(query: Query, payoutId: string): Promise<Transfer | undefined> {
  const [transfer] = await query<Transfer>({
    name: 'sandbox_transfer_find',
    text: `
      select txid, refused, units, currency, address, memo, created_at
      from sandbox_transfer where payout_id = $1`,
    values: [payoutId],
  })
  return transfer
}
