import { afterAll, beforeAll, test } from 'vitest'
import type { Fault } from './FaultyProxy.ts'
import { openProduct, type Product } from './openProduct.ts'

/*
 * What tells the exchange about a 3-D Secure charge are the buyer's return and the platform's notices. Either may come
 * first, come twice, or never.
 */

const notices: readonly ('once' | Fault)[] = ['once', 'twice', 'lost']
const returns = [0, 1, 2]
const plans = notices.flatMap((notice) => returns.map((comesBack) => ({ notice, comesBack })))

let product: Product
const faultOf = new Map<string, 'once' | Fault>()

beforeAll(async () => {
  product = await openProduct({
    toExchange({ path, body }) {
      if (path !== '/notices/card') return undefined
      const order = new URLSearchParams(body).get('order_id') ?? ''
      const fault = [...faultOf].find(([id]) => order.startsWith(id))?.[1]
      return fault === 'once' ? undefined : fault
    },
  })
}, 60_000)
afterAll(() => product.close())

test.concurrent.for(plans)(
  'notices $notice and $comesBack returns end in one paid order',
  { timeout: 90_000 },
  async ({ notice, comesBack }, { expect }) => {
    const buyer = await product.buyer()
    const { client_order_id: id } = await buyer.place('100')
    faultOf.set(id, notice)
    const { attempt } = await buyer.charge(await buyer.handIn('3ds_success'))
    const back = await buyer.decide(attempt?.challenge_url ?? '', 'Approve')
    for (let times = 0; times < comesBack; times++) await fetch(back)
    // Where nobody tells, the exchange asks by itself: after ten seconds, then after thirty.
    const ended = await buyer.until(({ status }) => status === 'finished', 80_000)
    expect(ended.status_log.map(({ status }) => status)).toEqual([
      'payin_pending',
      'processing',
      'auth_success',
      'processing_payout',
      'finished',
    ])
    expect((await product.payouts()).filter(({ order_id }) => order_id === id)).toHaveLength(1)
    expect((await product.payments()).filter(({ order_id }) => order_id.startsWith(id))).toMatchObject([
      { state: 'settled' },
    ])
    await expect
      .poll(() => product.callbacks.statuses(buyer.entry))
      .toEqual(ended.status_log.map(({ status }) => status))
    // A buyer who comes back when all is over changes nothing.
    await fetch(back)
    const afterwards = await buyer.order()
    expect(afterwards.status_log).toEqual(ended.status_log)
    await product.expectBalancedBooks()
  },
)
