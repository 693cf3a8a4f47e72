import type { Purchase } from '../traffic/purchases.ts'
import { auditBooks } from './auditBooks.ts'
import { auditCallbacks } from './auditCallbacks.ts'
import { auditCoins } from './auditCoins.ts'
import { auditOrders } from './auditOrders.ts'
import type { Finding, Installation } from './Installation.ts'
import { readOrders } from './readOrders.ts'
import { settled } from './settled.ts'

/**
 * Everything that does not hold once all has come to its end: an acknowledged order that is gone or paid otherwise than
 * once, callbacks that are missing, repeated or out of order, and books that differ from the chain, the card platform
 * or the bank.
 * @param purchases all that were begun since the installation was made
 * @param settledWithinMs how long everything may take to come to its end once nobody buys any more
 */
export async function audit(
  at: Installation,
  purchases: readonly Purchase[],
  settledWithinMs: number,
): Promise<readonly Finding[]> {
  const waited = await settled(at, settledWithinMs)
  const orders = await readOrders(at)
  return [
    ...waited,
    ...auditOrders(orders, purchases),
    ...(await auditCoins(at, orders, purchases)),
    ...(await auditBooks(at)),
    ...(await auditCallbacks(at, orders, purchases)),
    ...(await lostRows(at)),
  ]
}

/** Rows that were acknowledged to somebody who writes to the cluster himself. */
async function lostRows({ cluster, rows }: Installation): Promise<readonly Finding[]> {
  // Rows are written meanwhile: only those are looked for that were acknowledged before the table is read.
  const acknowledged = [...rows.acknowledged]
  const kept = new Set(
    (await cluster.query<{ id: string }>('postgres', 'select id from written')).map(({ id }) => id),
  )
  const lost = acknowledged.filter(({ id }) => !kept.has(id))
  // The next audit does not report them again.
  for (const row of lost) rows.acknowledged.splice(rows.acknowledged.indexOf(row), 1)
  return lost.length === 0
    ? []
    : [{ is: 'lost', what: `${lost.length} rows that the cluster had acknowledged` }]
}
