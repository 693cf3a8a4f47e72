import type { CliDeps } from '@cambio/partner/cli/CliDeps.ts'
import { runCli } from '@cambio/partner/cli/runCli.ts'
import { makeTestCallback } from '@cambio/partner/testing.ts'
import { rowsOf } from '@cambio/server/testing/rowsOf.ts'
import { contract } from '@cambio/wire/http/contract.ts'
import { ended as ends } from '@cambio/wire/order/Order.ts'
import { afterAll, afterEach, beforeAll, describe, test } from 'vitest'
import { sandboxPartner } from '../src/sandbox.ts'
import { badLines } from './badLines.ts'
import type { Outcome } from './Buyer.ts'
import { openCallbackReceiver } from './CallbackReceiver.ts'
import { openProduct, type Product } from './openProduct.ts'
import { openTraceCollector } from './TraceCollector.ts'
import { twoProcesses } from './twoProcesses.ts'

/* One product sells, with good lines and with bad ones, and then beside a second exchange. */

const lines = badLines()
let collector: Awaited<ReturnType<typeof openTraceCollector>>
let product: Product
beforeAll(async () => {
  collector = await openTraceCollector()
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }
  product = await openProduct({ settings, ...lines })
})
afterEach(() => product.expectBalancedBooks())
afterAll(async () => {
  await product.close()
  await collector.close()
})

const paid = ['payin_pending', 'processing', 'auth_success', 'processing_payout', 'finished']
const returned = ['payin_pending', 'processing', 'auth_success', 'refunded']
const open = ['payin_pending', 'processing']

const rows: readonly (readonly [
  card: Outcome,
  isChallenged: boolean,
  statuses: readonly string[],
  reason?: string,
])[] = [
  ['success', false, paid],
  ['declined', false, open, 'Declined by processing'],
  ['capture_fails', false, returned],
  ['3ds_success', true, paid],
  ['3ds_declined', true, open, '3-D Secure authentication failed'],
  ['redirect_success', true, paid],
  ['redirect_declined', true, open, 'Declined by processing'],
]

/**
 * That a purchase is paid, also by 3-D Secure, is what others here begin with, and one by the bank's own page is paid in a
 * browser: `pnpm sim:kill` has these rows too.
 */
const paidElsewhere: ReadonlySet<Outcome> = new Set(['success', '3ds_success', 'redirect_success'])

test.concurrent.for(rowsOf(rows, ([card]) => !paidElsewhere.has(card)))(
  'card %s ends as the table of test cards says',
  async ([card, isChallenged, statuses, reason], { expect }) => {
    const buyer = await product.buyer()
    await buyer.place('100')
    const charged = await buyer.charge(await buyer.submitCard(card))
    if (isChallenged) {
      expect(charged.attempt?.state).toBe('challenge')
      await fetch(await buyer.decide(charged.attempt?.challenge_url ?? '', 'Approve'))
    }
    const ended = await buyer.until(
      ({ status, attempt }) => ends.has(status) || attempt?.state === 'declined',
    )
    expect(ended.status_log.map(({ status }) => status)).toEqual(statuses)
    expect(ended.attempt?.decline_reason).toBe(reason ?? null)
    const payouts = (await product.payouts()).filter(({ order_id: id }) => id === ended.client_order_id)
    expect(payouts).toHaveLength(statuses === paid ? 1 : 0)
    await expect.poll(() => product.callbacks.statuses(buyer.entry)).toEqual(statuses)
    const data = await product.partner.call(contract.partner.order, {
      params: { partner_order_id: buyer.entry },
    })
    expect(data.status_log.map(({ status }) => status)).toEqual(statuses)
  },
)

test.concurrent('an order is one trace from its placing to its callbacks, and a charge one from the widget’s call to the platform', async ({
  expect,
}) => {
  const buyer = await product.buyer()
  await buyer.place('100')
  await buyer.charge(await buyer.submitCard('success'))
  await buyer.until(({ status }) => ends.has(status))
  await expect.poll(() => product.callbacks.statuses(buyer.entry)).toEqual(paid)
  const traceIds = [...product.callbacks.traceIds(buyer.entry)]
  expect(traceIds).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)])
  const names = () => collector.spans.filter(({ traceId }) => traceId === traceIds[0]).map(({ name }) => name)
  await expect
    .poll(names)
    .toEqual(expect.arrayContaining(['POST /api/widget/:entry/order', 'order', 'callback']))
  const carried = () =>
    collector.spans.flatMap((span) => {
      const parent = collector.spans.find(({ spanId }) => spanId === span.parentSpanId)
      return parent?.program === 'cambio-exchange' && span.program === 'cambio-cards' ? [span.name] : []
    })
  await expect.poll(carried).toContain('POST /post')
  for (const body of collector.bodies) expect(body).not.toContain('@example.com')
})

test.concurrent('a script pays an order with a test card and answers the bank, in the place of its buyer', async ({
  expect,
}) => {
  const buyer = await product.buyer()
  const { client_order_id } = await buyer.place('100')
  const pay = async (input: object) => {
    const headers = { 'Content-Type': 'application/json' }
    const body = JSON.stringify({ client_order_id, ...input })
    const answer = await fetch(`${product.baseUrl}/sandbox/card`, { method: 'POST', headers, body })
    return [answer.status, await answer.json()]
  }
  expect(await pay({ card: '01/2020' })).toMatchObject([
    400,
    { code: 'validation_failed', errors: [{ pointer: '/card' }] },
  ])
  expect(await pay({ card: '02/2038', cvv: '901' })).toMatchObject([
    200,
    { client_order_id, attempt: 'declined', decline_reason: 'Insufficient funds', status: 'processing' },
  ])
  expect(await pay({ card: '05/2038', bank: 'timeout' })).toMatchObject([200, { attempt: 'challenged' }])
  await buyer.until(({ attempt }) => attempt?.decline_reason === 'Timeout')
  expect(await pay({ card: '12/2038', bank: 'approve' })).toMatchObject([200, { attempt: 'challenged' }])
  const ended = await buyer.until(({ status }) => ends.has(status))
  expect(ended.status_log.map(({ status }) => status)).toEqual(paid)
  expect(await pay({ card: '01/2038' })).toMatchObject([409, { code: 'attempt_open' }])
})

lines.tests(() => product)

describe('the commands of @cambio/partner, with the partner’s own key,', () => {
  const receiver = () => product.callbacks.url
  const run = async (
    words: readonly string[],
    env: Record<string, string> = {},
    files: Record<string, string> = {},
  ) => {
    const lines: string[] = []
    const own = {
      CAMBIO_URL: product.baseUrl,
      CAMBIO_API_KEY: sandboxPartner.apiKey,
      CAMBIO_SECRET: sandboxPartner.secret,
      CAMBIO_CALLBACK_SECRET: sandboxPartner.callbackSecret,
    }
    const deps: CliDeps = {
      env: { ...own, ...env },
      fetch,
      print: (line) => void lines.push(line),
      read: async (path) => files[path] ?? '',
      now: () => new Date(),
      version: '0',
      stopped: new AbortController().signal,
    }
    const code = await runCli(deps, words)
    return { code, output: lines.join('\n') }
  }

  test('the commands of @cambio/partner find a key and a receiver well, and say what is not', async ({
    expect,
  }) => {
    const well = await run(['doctor', receiver()])
    expect(well).toEqual({ code: 0, output: expect.stringContaining('All is well.') })
    expect(well.output.match(/^handled +(?!endpoint)[a-z]/gm)).toHaveLength(7)
    expect(well.output).toMatch(/^handled +endpoint .* is on$/m)
    const turnMain = (state: 'on' | 'off') =>
      product.partner.call(contract.partnerAccount.changeEndpoint, {
        params: { endpoint_id: 'main' },
        body: { state },
      })
    await turnMain('off')
    const off = await run(['doctor'])
    await turnMain('on')
    expect([off.code, off.output]).toEqual([
      1,
      expect.stringMatching(/^NOT handled {2}endpoint .* is off since/m),
    ])
    const wrongKey = await run(['doctor', receiver()], { CAMBIO_SECRET: 'another' })
    expect(wrongKey.code).toBe(1)
    expect(wrongKey.output).toMatch(/^NOT handled {2}key .*API-Signature/)
    const wrongSecret = await run(['doctor', receiver()], { CAMBIO_CALLBACK_SECRET: 'another' })
    expect([wrongSecret.code, wrongSecret.output.match(/^NOT handled/gm)?.length]).toEqual([1, 4])
    const nobody = await run(['doctor', 'http://127.0.0.1:9/'])
    expect([nobody.code, nobody.output.match(/^NOT handled/gm)?.length]).toEqual([1, 6])
  })

  test('the commands of @cambio/partner bring the feed to another receiver, and show it what has not happened', async ({
    expect,
  }) => {
    await product.partner.call(contract.partner.createOrder, {
      body: {
        partner_order_id: 'by-command',
        payin_currency: 'EUR',
        payin_amount: '50.00',
        payout_currency: 'ETH',
        dst_address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
        client_ip: '203.0.113.7',
        remote_country: 'DE',
      },
    })
    const other = await openCallbackReceiver()
    const listened = await run(['listen', '--forward-to', other.url, '--once'])
    expect([listened.code, other.statuses('by-command'), other.refused]).toEqual([0, open, 0])
    expect(listened.output).not.toContain('attempt_declined')
    const all = await run(['listen', '--forward-to', other.url, '--once', '--attempts'])
    expect(all.output.match(/attempt_declined {2}204/g)).toHaveLength(5)
    const shown = await run(['trigger', 'by-command', 'finished', '--to', other.url])
    expect([shown.code, other.statuses('by-command')]).toEqual([0, [...open, 'finished']])
    const declined = await run(['trigger', 'by-command', 'attempt_declined', '--to', other.url])
    expect([declined.code, other.refused]).toEqual([0, 0])
    const params = { partner_order_id: 'by-command' }
    const order = await product.partner.call(contract.partner.order, { params })
    expect(order.status).toBe('processing')
    const unknown = await run(['trigger', 'nobody', 'finished', '--to', other.url])
    expect([unknown.code, unknown.output]).toEqual([1, expect.stringMatching(/^order_unknown: /)])
    const live = await run(['trigger', 'by-command', 'finished', '--to', other.url], {
      CAMBIO_API_KEY: 'live_X',
    })
    expect([live.code, live.output]).toEqual([2, expect.stringContaining('Only in a sandbox')])
    await other.close()
  })

  test('the commands of @cambio/partner say of a recorded callback whether it is genuine, and if not, why', async ({
    expect,
  }) => {
    const recorded = (at: Date) => {
      const made = makeTestCallback({ secret: sandboxPartner.callbackSecret, at })
      const lines = Object.entries(made.headers).map(([name, value]) => `${name}: ${value}`)
      return { headers: lines.join('\r\n'), body: made.body }
    }
    const verify = async (files: Record<string, string>, ...more: string[]) => {
      const { code, output } = await run(
        ['verify', '--headers', 'headers', '--body', 'body', ...more],
        {},
        files,
      )
      return [code, output.replace(/:.*/s, '')]
    }
    const fresh = recorded(new Date())
    expect(await verify(fresh)).toEqual([0, 'Genuine'])
    expect(await verify({ ...fresh, body: `${fresh.body}\n` })).toEqual([1, 'signature_wrong'])
    expect(await verify({ ...fresh, headers: 'Date: today' })).toEqual([1, 'signature_missing'])
    const old = recorded(new Date(Date.now() - 3_600_000))
    expect(await verify(old)).toEqual([1, 'timestamp_outside_tolerance'])
    expect(await verify(old, '--undated')).toEqual([0, 'Genuine'])
  })

  test('the commands of @cambio/partner name their usage after a wrong call', async ({ expect }) => {
    for (const [words, env, sentence] of [
      [[], {}, 'npx @cambio/partner <command>'],
      [['lissen'], {}, 'There is no command lissen.'],
      [['listen'], {}, '--forward-to http'],
      [['listen', '--forward-to', 'ftp://a.test'], {}, 'Name your receiver by its http or https address'],
      [['listen', '--forward-to', receiver(), '--after', 'x'], {}, '--after is the number of an event'],
      [['doctor', '--secret', 'x'], {}, "Unknown option '--secret'"],
      [['doctor'], { CAMBIO_SECRET: '' }, 'Set CAMBIO_SECRET: your secret'],
      [['trigger', 'a', 'paid'], {}, 'Name the order and its event'],
      [['verify'], {}, 'Name the files'],
    ] as const) {
      const { code, output } = await run(words, env)
      expect([words, code, output]).toEqual([words, 2, expect.stringContaining(sentence)])
    }
  })
})

twoProcesses(() => product)
