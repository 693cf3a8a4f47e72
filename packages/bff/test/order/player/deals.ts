import { expect } from 'vitest'
import type { Reply } from '../../rig.ts'
import type { Table } from './Guarantee.ts'
import type { Deal } from './PlayerMarket.ts'

/** What an order would pay out by what is shown of it: its coins, also where they are sold for the partner. */
export async function shownDeal(table: Table, id: string): Promise<Deal> {
  const data = await dataOf(table, id)
  return dealIn(data, [data.at('payout_amount'), data.at('payout_currency')])
}

/**
 * What an order pays out that has bought its coins; of one whose coins are sold for its partner, what they brought. Null
 * where it buys none, as when coins came too late.
 */
export async function doneDeal(table: Table, id: string): Promise<Deal | null> {
  const data = await dataOf(table, id)
  if (!done.has(data.at('status'))) return null
  const isSold = data.at('child_order_id') !== undefined
  return isSold
    ? dealIn(data, [data.at('child_payout_amount'), data.at('child_payout_currency')])
    : dealIn(data, [data.at('payout_amount'), data.at('payout_currency')])
}

const done: ReadonlySet<unknown> = new Set(['processing_payout', 'finished'])

export async function dataOf({ rig }: Table, id: string): Promise<Reply> {
  const data = await rig.partner('GET', `/api/v2/partner/order/${id}`)
  expect([id, data.status]).toEqual([id, 200])
  return data
}

function dealIn(data: Reply, [amount, currency]: readonly [unknown, unknown]): Deal {
  return {
    payin: { amount: Number(data.at('payin_amount')), currency: String(data.at('payin_currency')) },
    payout: { amount: Number(amount), currency: String(currency) },
  }
}
