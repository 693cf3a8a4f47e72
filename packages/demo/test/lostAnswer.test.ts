import { afterAll, beforeAll, test } from 'vitest'
import type { Fault } from './FaultyProxy.ts'
import { openProduct, type Product } from './openProduct.ts'

let product: Product
const faultOf = new Map<string, Fault[]>()

beforeAll(async () => {
  product = await openProduct({
    toPlatform({ path, body }) {
      if (path !== '/post' || !body.includes('name="action"\r\n\r\nSALE')) return undefined
      const [, faults] = [...faultOf].find(([id]) => body.includes(id)) ?? []
      return faults?.shift()
    },
  })
}, 60_000)
afterAll(() => product.close())

test.concurrent(
  'a SALE whose answer was lost is found by its order and charged once',
  { timeout: 90_000 },
  async ({ expect }) => {
    const buyer = await product.buyer()
    const { client_order_id: id } = await buyer.place('100')
    faultOf.set(id, ['cut_after'])
    const charged = await buyer.charge(await buyer.handIn('success'))
    expect(charged.attempt?.state).toBe('checking')
    const ended = await buyer.until(({ status }) => status === 'finished', 80_000)
    const payments = (await product.payments()).filter(({ order_id }) => order_id.startsWith(id))
    expect(payments).toMatchObject([{ state: 'settled' }])
    expect((await product.payouts()).filter(({ order_id }) => order_id === id)).toHaveLength(1)
    expect(ended.status).toBe('finished')
    await product.expectBalancedBooks()
  },
)

test.concurrent(
  'a SALE that never arrived is sent again under its own id, and charged once',
  { timeout: 90_000 },
  async ({ expect }) => {
    const buyer = await product.buyer()
    const { client_order_id: id } = await buyer.place('100')
    faultOf.set(id, ['cut_before'])
    const charged = await buyer.charge(await buyer.handIn('success'))
    expect(charged.attempt?.state).toBe('checking')
    expect((await product.payments()).filter(({ order_id }) => order_id.startsWith(id))).toEqual([])
    const ended = await buyer.until(({ status }) => status === 'finished', 80_000)
    expect(ended.attempt?.number).toBe(1)
    const payments = (await product.payments()).filter(({ order_id }) => order_id.startsWith(id))
    expect(payments).toMatchObject([{ state: 'settled' }])
    expect((await product.payouts()).filter(({ order_id }) => order_id === id)).toHaveLength(1)
    await product.expectBalancedBooks()
  },
)
