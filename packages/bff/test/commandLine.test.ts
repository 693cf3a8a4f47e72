import { statement } from '@cambio/server/postgres/testing.ts'
import * as z from 'zod/mini'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { helpFor, runCommand } from '../src/cli/runCommand.ts'
import { storeDepsOf } from '../src/store/StoreDeps.ts'
import { openRig, type Rig } from './rig.ts'

let rig: Rig
beforeEach(async () => {
  rig = await openRig()
})
afterEach(() => rig.close())

const call = (...words: string[]) => runCommand(storeDepsOf(rig.exchange), words)

test('a partner that is made can sign at once, and its page may frame the widget', async () => {
  const origins = ['--origin', 'https://a.test', '--origin', 'https://b.test']
  const { output, ok } = await call('partner', 'create', '--name', 'Corner', ...origins, '--json')
  expect(ok).toBe(true)
  const made = z
    .object({ api_key: z.string(), secret: z.string(), callback_secret: z.string() })
    .parse(JSON.parse(output))
  const as = { apiKey: made.api_key, secret: made.secret, callbackSecret: made.callback_secret }
  const opened = await rig.partner('POST', '/api/v2/partner/create_request', {}, { as })
  const page = await rig.send('GET', `/w/${String(opened.at('request_id'))}`)
  expect(page.headers.get('content-security-policy')).toContain(
    'frame-ancestors https://a.test https://b.test',
  )
  const [row] = await rig.query<{ sealed: Buffer }>(
    statement('select secret_sealed as sealed from partner where api_key = $1', made.api_key),
  )
  expect(row?.sealed.toString('latin1')).not.toContain(made.secret)
})

const badCalls: readonly [readonly string[], RegExp][] = [
  [['partner', 'create'], /--name/],
  [['partner', 'create', '--name', 'x', '--origin', 'https://a.test/path'], /origin/],
  [['partner', 'create', '--name', 'x', '--origin', "https://a.test; script-src 'unsafe-inline'"], /origin/],
  [['partner', 'create', '--name', 'x', '--callback-url', 'ftp://a.test'], /http/],
  [['partner', 'create', '--name', 'x', '--callback-version', '3'], /1 or 2/],
  [['partner', 'create', '--nme', 'x'], /nme/],
  [['order', 'show'], /client_order_id/],
  [['order', 'show', 'NOBODY'], /There is no order NOBODY/],
  [['callback', 'resend', 'NOBODY'], /There is no order NOBODY/],
]
for (const [words, sentence] of badCalls)
  test(`"${words.join(' ')}" says what is wrong with it and how it is called`, async () => {
    const { output, ok } = await call(...words)
    expect(ok).toBe(false)
    expect(output).toMatch(sentence)
    expect(output).toContain(`Usage: pnpm cambio ${words.slice(0, 2).join(' ')}`)
  })

test('what is no command is answered by those there are', () => {
  expect(helpFor([])).toMatchObject({ ok: true, output: expect.stringContaining('partner create') })
  expect(helpFor(['partner', 'destroy'])).toMatchObject({
    ok: false,
    output: expect.stringContaining('no such command'),
  })
  expect(helpFor(['owed', 'list'])).toBeUndefined()
})

test('money that no order wants is listed until somebody has looked', async () => {
  expect((await call('owed', 'list')).output).toBe('Nothing is owed and no order waits for you.')
  const order = await rig.placed()
  await rig.charge(order, 'lost_after')
  const known = await rig.stores.orders.find(order.orderId)
  const platformOrderId = known?.attempts[0]?.platformOrderId ?? ''
  rig.card.becomesOtherAmount(platformOrderId, { units: 4_999n, currency: 'EUR' })
  await rig.settle()
  const { output } = await call('owed', 'list')
  expect(output).toContain(`${order.orderId}  49.99 EUR  owed since`)
  expect(output).toContain(`${order.orderId}  waits for you: owed`)
})

test('an order is shown with its history and without its buyer', async () => {
  const order = await rig.placed({ email: 'private@example.com' })
  await rig.charge(order, 'declined')
  const { output } = await call('order', 'show', order.orderId)
  for (const text of ['fact placed', 'fact declined', '411111******1111', 'state waiting'])
    expect(output).toContain(text)
  expect(output).not.toContain('private@example.com')
})

test('callbacks that were given up go out again by hand', async () => {
  rig.receiverAnswers(() => ({ is: 'gone' }))
  const order = await rig.placed()
  await rig.work.tick()
  rig.receiverAnswers(() => ({ is: 'acknowledged', status: 200 }))
  expect((await call('callback', 'resend', order.orderId)).output).toBe('Sending 1 again.')
  await rig.work.tick()
  expect(rig.deliveries).toHaveLength(2)
  expect((await call('callback', 'resend', order.orderId)).output).toBe(
    'No callback of this order was given up.',
  )
})
