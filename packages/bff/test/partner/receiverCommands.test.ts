import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerCall } from '@cambio/server/cli/answerCall.ts'
import { AttemptDeclined, CallbackV2 } from '@cambio/wire/partner/Callback.ts'
import { signCallback, signWebhook } from '@cambio/wire/partner/signature.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { CommandDeps } from '../../src/cli/CommandDeps.ts'
import { exchangeCommands } from '../../src/cli/exchangeCommands.ts'
import { codeOf, creditBalance, registerBalanceClient, withdraw } from '../balance/balanceRig.ts'
import { commandDepsOf } from '../operator/commandDepsOf.ts'
import { createBody, createPath } from '../order/createOrder.ts'
import { openRig, shop, type Rig } from '../rig.ts'

let rig: Rig
beforeEach(async () => {
  rig = await openRig()
})
afterEach(() => rig.close())

async function call(words: readonly string[], more: Partial<CommandDeps> = {}) {
  return answerCall(exchangeCommands, words, (work) => work({ ...commandDepsOf(rig.exchange), ...more }))
}

type Received = { readonly headers: IncomingMessage['headers']; readonly body: string }

/** Runs a partner's receiver on this machine for as long as the work with it takes. */
async function withReceiver<Result>(
  answer: (request: Received) => number,
  work: (url: string, requests: readonly Received[]) => Promise<Result>,
): Promise<Result> {
  const requests: Received[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const one = { headers: request.headers, body: Buffer.concat(parts).toString() }
      requests.push(one)
      response.writeHead(answer(one)).end()
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  try {
    return await work(`http://127.0.0.1:${port}/callbacks`, requests)
  } finally {
    server.closeAllConnections()
    await new Promise((resolve) => void server.close(resolve))
  }
}

const header = ({ headers }: Received, name: string) => String(headers[name])

function isSigned(one: Received, secret = shop.callbackSecret): boolean {
  const id = header(one, 'webhook-id')
  const signed = signWebhook(secret, id, header(one, 'webhook-timestamp'), one.body)
  return (
    header(one, 'webhook-signature') === signed &&
    header(one, 'api-signature') === signCallback(secret, one.body)
  )
}

function isFresh(one: Received): boolean {
  const now = rig.exchange.clock.now().getTime() / 1_000
  return Math.abs(now - Number(header(one, 'webhook-timestamp'))) <= 300
}

const statusIn = ({ body }: Received) =>
  z.object({ client_order: z.object({ status: z.string() }) }).parse(JSON.parse(body)).client_order.status

const Examined = z.object({
  healthy: z.boolean(),
  checks: z.array(
    z.object({ check: z.string(), handled: z.boolean(), answered: z.array(z.nullable(z.number())) }),
  ),
})

/** Has the doctor examine a receiver, and answers with the checks that it fails. */
async function examine(answer: (request: Received) => number) {
  return withReceiver(answer, async (url) => {
    const { ok, output } = await call(['doctor', url, '--partner', 'SHOP', '--json'])
    const { healthy, checks } = Examined.parse(JSON.parse(output))
    expect(ok).toBe(healthy)
    expect(checks.map(({ check }) => check)).toEqual([
      'good',
      'badly_signed',
      'repeated',
      'reordered',
      'stale',
      'slow',
    ])
    return checks.filter(({ handled }) => !handled).map(({ check }) => check)
  })
}

describe('the doctor of receivers', () => {
  test('the doctor is content with a receiver that believes what is signed now', async () => {
    expect(await examine((one) => (isSigned(one) && isFresh(one) ? 204 : 401))).toEqual([])
  })

  test('the doctor names what a receiver does not handle', async () => {
    const handled = new Set<string>()
    const isNew = (one: Received) =>
      !handled.has(header(one, 'webhook-id')) && handled.add(header(one, 'webhook-id'))
    expect(await examine(() => 200)).toEqual(['badly_signed', 'stale'])
    expect(await examine((one) => (isSigned(one) ? 200 : 401))).toEqual(['stale'])
    expect(await examine((one) => (!isSigned(one) || !isFresh(one) ? 401 : isNew(one) ? 200 : 409))).toEqual([
      'repeated',
    ])
    let last = 0
    const isLater = (one: Received) => {
      const length = one.body.split('"at"').length
      if (length < last) return false
      last = length
      return true
    }
    expect(
      await examine((one) => (!isSigned(one) || !isFresh(one) ? 401 : isLater(one) ? 200 : 422)),
    ).toContain('reordered')
    expect(await examine(() => 500)).toHaveLength(6)
  })

  test('the doctor knows nothing of a receiver that is not there', async () => {
    const { ok, output } = await call(['doctor', 'http://127.0.0.1:1/none', '--partner', 'SHOP'])
    expect(ok).toBe(false)
    expect(output).toContain('answered nothing  The connection failed (ECONNREFUSED)')
  })

  test('the doctor calls receivers in live by the rules for the addresses of callbacks', async () => {
    await withReceiver(
      () => 200,
      async (url, requests) => {
        const { output } = await call(['doctor', url, '--partner', 'SHOP'], { mode: 'live' })
        expect(output).toContain('The address is not https')
        expect(
          (
            await call(['listen', '--forward-to', url, '--partner', 'SHOP', '--after', '0', '--once'], {
              mode: 'live',
            })
          ).ok,
        ).toBe(true)
        expect(requests).toHaveLength(0)
      },
    )
  })
})

describe('the doctor of partners', () => {
  const Found = z.object({
    healthy: z.boolean(),
    findings: z.array(z.object({ check: z.string(), state: z.string(), finding: z.string() })),
  })

  async function examinePartner(more: Partial<CommandDeps> = {}) {
    const { ok, output } = await call(['doctor', 'partner', shop.apiKey, '--json'], more)
    const { healthy, findings } = Found.parse(JSON.parse(output))
    expect(ok).toBe(healthy)
    return {
      healthy,
      findings,
      states: Object.fromEntries(findings.map(({ check, state }) => [check, state])),
    }
  }

  test('the doctor names what a partner has to do before it goes live, and is content once that is done', async () => {
    await withReceiver(
      (one) => (isSigned(one) && isFresh(one) ? 204 : 401),
      async (callbackUrl) => {
        await rig.ensurePartner({ ...shop, callbackUrl, origins: [] })
        const before = await examinePartner()
        expect(before.states).toEqual({
          partner: 'good',
          keys: 'good',
          signatures: 'warning',
          requests: 'warning',
          callbacks: 'warning',
          receiver: 'good',
          origins: 'warning',
          contact: 'warning',
          cases: 'warning',
        })
        await rig.partner('POST', createPath, createBody('ready-1'))
        await rig.settle()
        await rig.exchange.requestLog.flush()
        const settings = ['--require-timestamp', 'yes', '--origin', 'https://shop.test']
        await call(['partner', 'update', shop.apiKey, ...settings, '--contact', 'ops@shop.test'])
        const { healthy, findings } = await examinePartner()
        expect(healthy).toBe(true)
        expect(findings.filter(({ state }) => state !== 'good')).toEqual([
          {
            check: 'cases',
            state: 'warning',
            finding: expect.stringMatching(/^Not tried yet: an order that/),
          },
        ])
      },
    )
  })

  test('the doctor fails a suspended partner, a receiver that believes everything, and addresses that live does not call', async () => {
    await withReceiver(
      () => 200,
      async (callbackUrl) => {
        await rig.ensurePartner({ ...shop, callbackUrl })
        await call(['partner', 'suspend', shop.apiKey, '--reason', 'Agreed'])
        const { states, findings } = await examinePartner()
        expect(states).toMatchObject({ partner: 'bad', receiver: 'bad' })
        expect(findings.filter(({ check }) => check === 'receiver').map(({ finding }) => finding)).toEqual([
          'It does not handle a callback that is badly signed.',
          'It does not handle a callback that is stale.',
        ])
        const live = await examinePartner({ mode: 'live' })
        expect(live.states).toMatchObject({ callbacks: 'bad', origins: 'bad' })
        expect(Object.keys(live.states)).not.toContain('receiver')
      },
    )
  })
})

describe('a sandbox’s trigger', () => {
  test('a trigger tells the receiver of a status that the order is not in, and leaves the order', async () => {
    const { orderId } = await rig.placeOrder()
    await withReceiver(
      (one) => (isSigned(one) ? 200 : 401),
      async (url, requests) => {
        await rig.ensurePartner({ ...shop, callbackUrl: url })
        const { ok, output } = await call(['trigger', orderId, 'refunded', '--json'])
        expect([ok, JSON.parse(output)]).toEqual([
          true,
          {
            client_order_id: orderId,
            callback_id: expect.any(String),
            event: 'refunded',
            acknowledged: true,
            status: 200,
          },
        ])
        expect(requests.map(statusIn)).toEqual(['refunded'])
        expect((await rig.stores.orders.find(orderId))?.status).toBe('payin_pending')
      },
    )
  })

  test('a trigger tells what comes with a status: what is missing at pending, and where money and coins are', async () => {
    const { orderId } = await rig.placeOrder()
    await withReceiver(
      () => 200,
      async (url, requests) => {
        for (const status of ['pending', 'auth_success', 'finished', 'refunded'])
          await call(['trigger', orderId, status, '--to', url])
        const sent = requests.map(({ body }) => CallbackV2.parse(JSON.parse(body)).client_order)
        expect(sent.map(({ money }) => money.state)).toEqual(['not_taken', 'held', 'taken', 'returned'])
        expect(sent.map(({ substatus }) => substatus)).toEqual(['identity_pending', null, null, null])
        expect(sent.map((order) => [order.limits?.verification_level, order.verification_url])).toEqual([
          ['basic', expect.stringContaining('https://')],
          ...Array.from({ length: 3 }, () => [undefined, undefined]),
        ])
        expect(sent.map(({ refund_reason }) => refund_reason)).toEqual([null, null, null, 'operator'])
        expect(sent.map(({ finished_at }) => finished_at !== null)).toEqual([false, false, true, true])
        expect(sent.map(({ payout_txid }) => payout_txid)).toEqual([null, null, `sample-${orderId}`, null])
      },
    )
  })

  test('a trigger tells of a declined attempt, as a partner that asks for it is told', async () => {
    const { orderId } = await rig.placeOrder()
    await withReceiver(
      (one) => (isSigned(one) ? 200 : 401),
      async (url, requests) => {
        const { ok, output } = await call(['trigger', orderId, 'attempt_declined', '--to', url, '--json'])
        expect([ok, JSON.parse(output)]).toMatchObject([
          true,
          { event: 'attempt_declined', acknowledged: true },
        ])
        const [sent] = requests.map(({ body }) => AttemptDeclined.parse(JSON.parse(body)))
        expect(sent?.attempt.client_order_id).toBe(orderId)
        expect(await rig.attempts(orderId)).toEqual([])
      },
    )
  })

  test('a trigger does not exist in live, and takes only orders and statuses that exist', async () => {
    const { orderId } = await rig.placeOrder()
    expect((await call(['trigger', orderId, 'finished'], { mode: 'live' })).output).toContain(
      'Only a sandbox',
    )
    expect((await call(['trigger', orderId, 'paid'])).output).toContain('Name a status')
    expect((await call(['trigger', 'NOBODY', 'finished'])).output).toContain('There is no order NOBODY')
  })
})

describe('a listener', () => {
  const Listened = z.object({ forwarded: z.number(), failed: z.number(), last_event: z.number() })

  test('a listener forwards what came after an event, as it was sent, and codes without the code', async () => {
    const client = await registerBalanceClient(rig, 'saver')
    await creditBalance(rig, client.id, 10n ** 18n)
    const created = await withdraw(rig, 'out', client.email)
    const code = await codeOf(rig, created.at('uuid'))
    await rig.partner('POST', createPath, createBody('one'))
    await rig.work.tick()
    await withReceiver(
      (one) => (isSigned(one) ? 200 : 401),
      async (url, requests) => {
        const words = ['listen', '--forward-to', url, '--partner', 'SHOP', '--once', '--json']
        const first = await call([...words])
        const listened = Listened.parse(JSON.parse(first.output))
        expect([first.ok, listened]).toEqual([true, { forwarded: 4, failed: 0, last_event: 4 }])
        const sent = new Map(rig.deliveries.map(({ id, body }) => [id, body]))
        for (const one of requests) {
          const body = sent.get(header(one, 'webhook-id'))
          expect(one.body).toBe(body?.replace(`,"code":"${code}"`, ''))
        }
        expect(requests.map(({ body }) => body).join('')).not.toContain(`"${code}"`)
        await rig.partner('POST', createPath, createBody('two'))
        const later = await call([...words, '--after', String(listened.last_event)])
        expect(Listened.parse(JSON.parse(later.output))).toMatchObject({ forwarded: 2 })
      },
    )
  })

  test('a listener goes on until it is stopped', async () => {
    const stop = new AbortController()
    await withReceiver(
      () => {
        stop.abort()
        return 200
      },
      async (url, requests) => {
        const listening = call(['listen', '--forward-to', url, '--partner', 'SHOP', '--after', '0'], {
          stopped: stop.signal,
        })
        await rig.partner('POST', createPath, createBody('while'))
        expect((await listening).output).toContain('Forwarded 2')
        expect(requests).toHaveLength(2)
      },
    )
  })
})

describe('callbacks that were given up', () => {
  const Listed = z.object({
    callbacks: z.array(
      z.object({ client_order_id: z.string(), state: z.string(), why: z.nullable(z.string()) }),
    ),
  })
  const list = async (...words: string[]) =>
    Listed.parse(JSON.parse((await call(['callback', 'list', ...words, '--json'])).output)).callbacks

  test('callbacks that were given up are listed, and sent again together', async () => {
    rig.receiverAnswers(() => ({ is: 'gone' }))
    const one = await rig.placeOrder()
    await rig.work.tick()
    rig.pass(1_000)
    const two = await rig.placeOrder()
    await rig.work.tick()
    expect(await list()).toMatchObject([
      { client_order_id: two.orderId, state: 'failed', why: 'no endpoint' },
      { client_order_id: one.orderId, state: 'failed', why: 'gone' },
    ])
    expect(await list('--partner', 'RIVAL')).toEqual([])
    expect((await call(['callback', 'resend'])).output).toContain('Name an order')
    rig.receiverAnswers(() => ({ is: 'acknowledged', status: 200 }))
    const { output } = await call(['callback', 'resend', '--failed', '--json'])
    expect(JSON.parse(output)).toEqual({ client_order_id: null, resent: 2 })
    await rig.work.tick()
    expect(await list()).toEqual([])
    expect(await list(one.orderId)).toMatchObject([{ state: 'acknowledged' }])
    expect(await list('--state', 'acknowledged')).toHaveLength(2)
  })

  test('callbacks that were given up are found by an order’s id however it is typed, and none by an unknown id', async () => {
    rig.receiverAnswers(() => ({ is: 'gone' }))
    const { orderId } = await rig.placeOrder()
    await rig.work.tick()
    expect(await list(orderId.toLowerCase())).toMatchObject([{ client_order_id: orderId }])
    expect((await call(['callback', 'resend', ` ${orderId.toLowerCase()}`])).output).toBe('Sending 1 again.')
    for (const command of ['list', 'resend'])
      expect(await call(['callback', command, 'hwm99-nothing'])).toMatchObject({
        ok: false,
        output: expect.stringContaining('There is no order hwm99-nothing.'),
      })
  })
})
