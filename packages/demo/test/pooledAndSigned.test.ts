import { randomBytes } from 'node:crypto'
import { statement, type TestDatabase } from '@cambio/server/testing/postgres/testing.ts'
import { openPooler, type Pooler } from '@cambio/server/testing/postgres/testingPooler.ts'
import { ended as ends } from '@cambio/wire/order/Order.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sandboxMerchant } from '../src/sandbox.ts'
import type { Message } from './FaultyProxy.ts'
import { openProduct, type Product } from './openProduct.ts'

/*
 * Both programs behind a pooler that gives each transaction another session, and the exchange as a merchant that signs the
 * whole of its messages: what is read on the line is of no use.
 */

const notices: Message[] = []
const poolers: Pooler[] = []
let product: Product
beforeAll(async () => {
  product = await openProduct({
    signingSecret: Buffer.alloc(32, 5),
    toExchange: (message) => void (message.path === '/notices/card' && notices.push(message)),
    async reach(variable, data) {
      const role = await login(data, variable === 'DATABASE_URL' ? 'exchange' : 'cards')
      const directUrl = new URL(data.ownerUrl)
      directUrl.username = role
      directUrl.password = role
      const pooler = await openPooler(directUrl.href)
      poolers.push(pooler)
      const prefix = variable.replace('_URL', '')
      return {
        [variable]: pooler.url,
        [`${prefix}_DIRECT_URL`]: directUrl.href,
        [`${prefix}_OWNER_URL`]: data.ownerUrl,
      }
    },
  })
})
afterAll(async () => {
  await product.close()
  for (const pooler of poolers) await pooler.close()
})

test('a signed merchant’s purchase behind a pooler in transaction mode is paid, and its notice’s hash refunds nothing', async () => {
  const buyer = await product.buyer()
  const { client_order_id: id } = await buyer.place('100')
  const charged = await buyer.charge(await buyer.submitCard('3ds_success'))
  const page = charged.attempt?.challenge_url ?? ''
  await fetch(await buyer.decide(page, 'Approve'))
  const ended = await buyer.until(({ status }) => ends.has(status))
  expect(ended.status).toBe('finished')
  await expect
    .poll(() => product.callbacks.statuses(buyer.entry))
    .toEqual(['payin_pending', 'processing', 'auth_success', 'processing_payout', 'finished'])
  const notice = () => notices.find(({ body }) => body.includes(id))
  await expect.poll(notice).toBeDefined()

  const { trans_id = '', hash = '' } = Object.fromEntries(new URLSearchParams(notice()?.body))
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
    body: new URLSearchParams(notice()?.body),
  })
  expect(forged.status).toBe(400)
  const payments = (await product.payments()).filter(({ order_id }) => order_id.startsWith(id))
  expect(payments.map(({ state }) => state)).toEqual(['settled'])
  await product.expectBalancedBooks()
})

/** A role to log in as, with the rights of the program's and the settings that README asks for. */
async function login({ owner }: TestDatabase, program: string): Promise<string> {
  const role = `pooled_${randomBytes(6).toString('hex')}`
  await owner.query(statement(`create role ${role} login password '${role}' in role ${program}_app`))
  const settings = {
    search_path: program,
    statement_timeout: '10s',
    idle_in_transaction_session_timeout: '10s',
    timezone: 'UTC',
  }
  for (const [name, value] of Object.entries(settings))
    await owner.query(
      statement(
        `do $$ begin execute format('alter role ${role} in database %I set ${name} = ''${value}''', current_database()); end $$`,
      ),
    )
  return role
}
