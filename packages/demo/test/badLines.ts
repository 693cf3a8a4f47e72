import { rowsOf } from '@cambio/server/testing/rowsOf.ts'
import { test } from 'vitest'
import type { Fault, Message } from './FaultyProxy.ts'
import type { Product } from './openProduct.ts'

/*
 * The lines between the programs are bad: a SALE or its answer is lost on the way to the platform, and what tells the
 * exchange about a 3-D Secure charge, the buyer's return and the platform's notices, may come first, come twice, or
 * never. All of it happens to one product at once, each fault to an order of its own.
 */

type Plan = { readonly notice: (typeof notices)[number]; readonly comesBack: number }

const notices = ['once', 'twice', 'lost'] as const
const returns = [0, 1, 2]
/** All pairs of them. `npm test` has each notice and each number of returns once. */
const plans = rowsOf(
  notices.flatMap((notice) => returns.map((comesBack): Plan => ({ notice, comesBack }))),
  ({ notice, comesBack }) => comesBack === { once: 1, twice: 2, lost: 0 }[notice],
)

/** @returns the faults of the lines that a product is opened with, and a function that registers the tests of them */
export function badLines() {
  const saleFaults = new Map<string, Fault[]>()
  /** Orders of which no SALE gets to the platform for now. */
  const unreachable = new Set<string>()
  const noticeFaults = new Map<string, 'once' | Fault>()

  function toPlatform({ path, body }: Message): Fault | undefined {
    if (path !== '/post' || !body.includes('name="action"\r\n\r\nSALE')) return undefined
    if ([...unreachable].some((id) => body.includes(id))) return 'cut_before'
    const [, faults] = [...saleFaults].find(([id]) => body.includes(id)) ?? []
    return faults?.shift()
  }

  function toExchange({ path, body }: Message): Fault | undefined {
    if (path !== '/notices/card') return undefined
    const order = new URLSearchParams(body).get('order_id') ?? ''
    const fault = [...noticeFaults].find(([id]) => order.startsWith(id))?.[1]
    return fault === 'once' ? undefined : fault
  }

  function tests(product: () => Product): void {
    test.concurrent('a SALE whose answer was lost is found by its order and charged once', async ({
      expect,
    }) => {
      const buyer = await product().buyer()
      const { client_order_id: id } = await buyer.place('100')
      saleFaults.set(id, ['cut_after'])
      const charged = await buyer.charge(await buyer.submitCard('success'))
      // The platform's notice may be here before this answer.
      expect(['checking', 'authorised']).toContain(charged.attempt?.state)
      const ended = await buyer.until(({ status }) => status === 'finished')
      const payments = (await product().payments()).filter(({ order_id }) => order_id.startsWith(id))
      expect(payments).toMatchObject([{ state: 'settled' }])
      expect((await product().payouts()).filter(({ order_id }) => order_id === id)).toHaveLength(1)
      expect(ended.status).toBe('finished')
      await product().expectBalancedBooks()
    })

    test.concurrent('a SALE that never arrived is sent again under its own id, and charged once', async ({
      expect,
    }) => {
      const buyer = await product().buyer()
      const { client_order_id: id } = await buyer.place('100')
      unreachable.add(id)
      const charged = await buyer.charge(await buyer.submitCard('success'))
      expect(charged.attempt?.state).toBe('checking')
      expect((await product().payments()).filter(({ order_id }) => order_id.startsWith(id))).toEqual([])
      unreachable.delete(id)
      const ended = await buyer.until(({ status }) => status === 'finished')
      expect(ended.attempt?.number).toBe(1)
      const payments = (await product().payments()).filter(({ order_id }) => order_id.startsWith(id))
      expect(payments).toMatchObject([{ state: 'settled' }])
      expect((await product().payouts()).filter(({ order_id }) => order_id === id)).toHaveLength(1)
      await product().expectBalancedBooks()
    })

    test.concurrent.for(plans)(
      'notices $notice and $comesBack returns end in one paid order',
      async ({ notice, comesBack }, { expect }) => {
        const buyer = await product().buyer()
        const { client_order_id: id } = await buyer.place('100')
        noticeFaults.set(id, notice)
        const { attempt } = await buyer.charge(await buyer.submitCard('3ds_success'))
        const back = await buyer.decide(attempt?.challenge_url ?? '', 'Approve')
        for (let times = 0; times < comesBack; times++) await fetch(back)
        // Where nobody tells, the exchange asks by itself: after ten seconds, then after thirty.
        const ended = await buyer.until(({ status }) => status === 'finished')
        expect(ended.status_log.map(({ status }) => status)).toEqual([
          'payin_pending',
          'processing',
          'auth_success',
          'processing_payout',
          'finished',
        ])
        expect((await product().payouts()).filter(({ order_id }) => order_id === id)).toHaveLength(1)
        expect((await product().payments()).filter(({ order_id }) => order_id.startsWith(id))).toMatchObject([
          { state: 'settled' },
        ])
        await expect
          .poll(() => product().callbacks.statuses(buyer.entry))
          .toEqual(ended.status_log.map(({ status }) => status))
        // A buyer who comes back when all is over changes nothing.
        await fetch(back)
        const afterwards = await buyer.order()
        expect(afterwards.status_log).toEqual(ended.status_log)
        await product().expectBalancedBooks()
      },
    )
  }

  return { toPlatform, toExchange, tests }
}
