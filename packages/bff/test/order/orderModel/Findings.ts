import { trialBalance } from '@cambio/server/postgres/Ledger.ts'
import { statement as sql } from '@cambio/server/testing/postgres/testing.ts'
import type { ModelOrder } from './ModelOrder.ts'
import { unitsOf, type OrderWorld } from './OrderWorld.ts'

/** What the books, the networks and the partner's receiver say once everything has come to rest. */
export type Findings = {
  /** What is posted to an account, in units of the asset. */
  readonly booked: (account: string, asset: string) => bigint
  /** What a wallet of an order's holds on the chain, in units of the coin. */
  readonly held: (wallet: string, coin: string) => bigint
  /** What the sandbox's network has paid for an order. */
  readonly sent: (order: ModelOrder) => bigint[]
  /** The callbacks of an order, oldest first. */
  readonly callbacks: (order: ModelOrder) => Callback[]
}

type Callback = {
  readonly id: string
  readonly state: string
  readonly body: string
  readonly tries: number
}

/** Reads all of it at once: a statement and a call for each order took as long as the order's life. */
export async function readFindings(world: OrderWorld, orders: readonly ModelOrder[]): Promise<Findings> {
  const { query } = world.rig
  const posted = (await trialBalance(query)).filter(({ layer }) => layer === 'posted')
  const booked = new Map(posted.map(({ account, asset, units }) => [`${account} ${asset}`, units]))
  const held = new Map(await Promise.all(walletsOf(orders).flatMap((wallet) => heldIn(world, wallet))))
  const ids = orders.map(({ orderId }) => orderId)
  const sent = await query<{ payout: string; units: bigint }>(
    sql(
      `select payout_id as payout, units from sandbox_transfer where payout_id = any($1)`,
      ids.map((id) => `${id}-payout`),
    ),
  )
  const callbacks = await query<Callback & { order: string }>(
    sql(
      `select order_id as order, id, state, body, due_attempts as tries from callback
      where order_id = any($1) order by seq`,
      ids,
    ),
  )
  const callbacksByOrder = Map.groupBy(callbacks, ({ order }) => order)
  return {
    booked: (account, asset) => booked.get(`${account} ${asset}`) ?? 0n,
    held(wallet, coin) {
      const units = held.get(`${wallet} ${coin}`)
      if (units === undefined) throw new Error(`Nobody asked what ${wallet} holds`)
      return units
    },
    sent: ({ orderId }) =>
      sent.filter(({ payout }) => payout === `${orderId}-payout`).map(({ units }) => units),
    callbacks: ({ orderId }) => callbacksByOrder.get(orderId) ?? [],
  }
}

/** Where coins of these orders may have come to on the chain. */
function walletsOf(orders: readonly ModelOrder[]): `0x${string}`[] {
  return orders.flatMap(({ wallet, deposits }) => [wallet ?? [], deposits?.refundWallet ?? []].flat())
}

function heldIn({ chained }: OrderWorld, wallet: `0x${string}`): Promise<[string, bigint]>[] {
  return ['ETH', 'USDC'].map(async (coin): Promise<[string, bigint]> => {
    return [`${wallet} ${coin}`, unitsOf(await chained.coinsAt(wallet, coin))]
  })
}
