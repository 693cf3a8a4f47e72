import { ended as ends } from '@cambio/wire/order/Order.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sandboxMerchant } from '../src/sandbox.ts'
import type { Message } from './FaultyProxy.ts'
import { openProduct, type Product } from './openProduct.ts'

/* The exchange as a merchant that signs the whole of its messages: what is read on the line is of no use. */

const notices: Message[] = []
let product: Product
beforeAll(async () => {
  product = await openProduct({
    signingSecret: Buffer.alloc(32, 5),
    toExchange: (message) => void (message.path === '/notices/card' && notices.push(message)),
  })
})
afterAll(() => product.close())

test('a signed merchant’s purchase is paid, and its notice’s hash refunds nothing', async () => {
  const buyer = await product.buyer()
  await buyer.place('100')
  const charged = await buyer.charge(await buyer.submitCard('3ds_success'))
  const page = charged.attempt?.challenge_url ?? ''
  await fetch(await buyer.decide(page, 'Approve'))
  const ended = await buyer.until(({ status }) => ends.has(status))
  expect(ended.status).toBe('finished')
  await expect.poll(() => notices.length).toBeGreaterThan(0)

  const { trans_id = '', hash = '' } = Object.fromEntries(new URLSearchParams(notices[0]?.body))
  const body = new URLSearchParams({
    action: 'CREDITVOID',
    client_key: sandboxMerchant.clientKey,
    trans_id,
    hash,
  })
  const returned = await fetch(`${product.platformUrl}/post`, { method: 'POST', body })
  expect([returned.status, await returned.json()]).toMatchObject([
    400,
    { result: 'ERROR', error_code: 100000 },
  ])
  const forged = await fetch(`${product.baseUrl}/notices/card`, {
    method: 'POST',
    body: new URLSearchParams(notices[0]?.body),
  })
  expect(forged.status).toBe(400)
  expect((await product.payments()).map(({ state }) => state)).toEqual(['settled'])
  await product.expectBalancedBooks()
})
