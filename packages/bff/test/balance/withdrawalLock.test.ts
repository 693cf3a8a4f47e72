import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { LockedCallback } from '@cambio/wire/partner/Callback.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statusAndCode } from '../http/statusAndCode.ts'
import { ethAddress, openRig, type Rig } from '../rig.ts'
import {
  balanceOf,
  codeOf,
  confirm,
  creditBalance,
  mistypedCode,
  registerBalanceClient,
  withdraw,
} from './balanceRig.ts'

/* Codes of withdrawals cannot be guessed: wrong ones count over all withdrawals of a client. */

let rig: Rig
beforeAll(async () => {
  rig = await openRig()
})
afterAll(() => rig.close())

const TENTH = 100_000_000_000_000_000n
const HOUR_MS = 60 * 60_000

let made = 0
async function clientWith(units: bigint) {
  made += 1
  const client = await registerBalanceClient(rig, `guessed-${made}`)
  await creditBalance(rig, client.id, units)
  return client
}

type Client = Awaited<ReturnType<typeof clientWith>>

/** A withdrawal of the client's and its code. */
async function placed({ email }: Client) {
  const reply = await withdraw(rig, rig.exchange.random.hex(16), email)
  expect([reply.status, reply.at('detail')]).toEqual([200, undefined])
  const uuid = reply.at('uuid')
  return { uuid, code: await codeOf(rig, uuid) }
}

/** Withdrawals of the client's, each with five wrong codes. */
async function guess(client: Client, withdrawals: number): Promise<void> {
  for (let count = 0; count < withdrawals; count++) {
    const { uuid, code } = await placed(client)
    for (let tries = 0; tries < 5; tries++)
      expect(statusAndCode(await confirm(rig, uuid, mistypedCode(code)))).toEqual([422, 'code_invalid'])
  }
}

describe('fifteen wrong codes of one client', () => {
  test('fifteen wrong codes lock a client’s withdrawals for 24 hours, whichever they were for and whoever sends them', async () => {
    const client = await clientWith(10n * TENTH)
    await guess(client, 2)
    const open = await placed(client)
    for (let tries = 0; tries < 4; tries++) await confirm(rig, open.uuid, mistypedCode(open.code))
    const other = await placed(client)
    const path = '/api/v2/client/order/confirm'
    const body = { uuid: other.uuid, code: mistypedCode(other.code) }
    const last = await rig.widget('POST', path, body, client.session)
    expect([...statusAndCode(last), last.at('retry_after')]).toEqual([
      422,
      'code_invalid',
      (24 * HOUR_MS) / 1_000,
    ])

    for (const { uuid, code } of [open, other]) {
      const locked = await confirm(rig, uuid, code)
      expect(statusAndCode(locked)).toEqual([429, 'withdrawals_locked'])
      expect(locked.headers.get('retry-after')).toBe(String((24 * HOUR_MS) / 1_000))
    }
    const own = await rig.widget('POST', path, { uuid: open.uuid, code: open.code }, client.session)
    expect(statusAndCode(own)).toEqual([429, 'withdrawals_locked'])
    expect(statusAndCode(await withdraw(rig, 'while-locked', client.email))).toEqual([
      429,
      'withdrawals_locked',
    ])
    expect((await rig.partner('GET', '/api/v2/partner/order/while-locked')).status).toBe(404)

    rig.pass(10 * 60_000)
    await rig.work.tick()
    expect(await balanceOf(rig, client.session)).toBe('1.000000000000000000')
    rig.pass(24 * HOUR_MS - 10 * 60_000 - 1)
    expect((await withdraw(rig, 'a-moment-early', client.email)).status).toBe(429)
    rig.pass(1)
    const { uuid, code } = await placed(client)
    expect((await confirm(rig, uuid, code)).status).toBe(200)
  })

  test('fifteen wrong codes are reported once, to the client by mail and to the partner by a callback', async () => {
    const client = await clientWith(10n * TENTH)
    await guess(client, 3)
    await rig.work.tick()
    const until = new Date(rig.exchange.clock.now().getTime() + 24 * HOUR_MS)
    const told = rig.deliveries.flatMap(({ body }) => LockedCallback.safeParse(JSON.parse(body)).data ?? [])
    expect(told.filter(({ lock }) => lock.client_email === client.email)).toEqual([
      {
        type: 'withdrawals_locked',
        version: 2,
        lock: {
          client_order_id: expect.any(String),
          partner_order_id: expect.any(String),
          client_email: client.email,
          locked_until_sec: `${(until.getTime() / 1_000).toFixed(3)}000`,
        },
      },
    ])
    const mails = await rig.query<{ body: string; page: string }>(
      statement(
        `select body, page from outbox where kind = 'mail' and recipient = $1 and body like '%locked%'`,
        client.email,
      ),
    )
    expect(mails).toHaveLength(1)
    expect(mails[0]?.body).toContain(until.toISOString().slice(0, 16).replace('T', ' '))
    expect(mails[0]?.page).toMatch(/<div lang="en".*cannot request.*<hr>.*<div lang="de".*keine Auszahlung/s)
    const feed = await rig.partner('GET', '/api/v2/partner/events?limit=500')
    expect(feed.text.split('withdrawals_locked')).toHaveLength(3)
  })

  test('wrong codes that come at the same moment count to fifteen at most', async () => {
    const client = await clientWith(10n * TENTH)
    await guess(client, 2)
    const open = [await placed(client), await placed(client), await placed(client)]
    const replies = await Promise.all(
      Array.from({ length: 45 }, (_, index) => {
        const { uuid, code } = open[index % 3] ?? { uuid: '', code: '' }
        return confirm(rig, uuid, mistypedCode(code))
      }),
    )
    expect(replies.filter(({ status }) => status === 422)).toHaveLength(5)
    const { uuid } = open[0] ?? { uuid: '' }
    expect([409, 429]).toContain((await confirm(rig, uuid, '123456')).status)
    expect((await withdraw(rig, 'after-the-storm', client.email)).status).toBe(429)
  })

  test('wrong codes more than a day apart, or of another client, do not add up to fifteen', async () => {
    const [client, other] = [await clientWith(10n * TENTH), await clientWith(10n * TENTH)]
    await guess(client, 2)
    await guess(other, 2)
    rig.pass(24 * HOUR_MS)
    await guess(client, 2)
    const { uuid, code } = await placed(client)
    expect((await confirm(rig, uuid, code)).status).toBe(200)
  })
})

describe('withdrawals that wait for their codes', () => {
  test('a client has at most three withdrawals that wait for their codes, however they are placed', async () => {
    const client = await clientWith(10n * TENTH)
    const first = await placed(client)
    await placed(client)
    const terms = {
      payin_currency: 'ETH',
      payin_group: 'balance',
      payin_amount: '0.1',
      payout_currency: 'ETH',
    }
    const own = () =>
      rig.widget('POST', '/api/v2/client/order/create', { ...terms, dst_address: ethAddress }, client.session)
    expect((await own()).status).toBe(200)
    expect(statusAndCode(await own())).toEqual([409, 'withdrawals_open'])
    expect(statusAndCode(await withdraw(rig, 'the-fourth', client.email))).toEqual([409, 'withdrawals_open'])
    expect(await balanceOf(rig, client.session)).toBe('0.700000000000000000')
    expect((await confirm(rig, first.uuid, first.code)).status).toBe(200)
    expect((await withdraw(rig, 'the-fourth', client.email)).status).toBe(200)
    expect(statusAndCode(await own())).toEqual([409, 'withdrawals_open'])
    rig.pass(10 * 60_000)
    expect((await own()).status).toBe(200)
  })

  test('eight withdrawals placed at once leave three that wait for their codes, and a repeated request names its own', async () => {
    const client = await clientWith(10n * TENTH)
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, index) => withdraw(rig, `eight-${index}`, client.email)),
    )
    const placedNow = replies.flatMap(({ status }, index) => (status === 200 ? [index] : []))
    expect(placedNow).toHaveLength(3)
    expect(
      new Set(
        replies
          .filter(({ status }) => status !== 200)
          .map(statusAndCode)
          .map(String),
      ),
    ).toEqual(new Set(['409,withdrawals_open']))
    const again = await withdraw(rig, `eight-${placedNow[0]}`, client.email)
    expect(statusAndCode(again)).toEqual([409, 'partner_order_id_taken'])
  })
})

describe('the operator’s “client unlock-withdrawals”', () => {
  const unlock = (client: Client, ...more: string[]) =>
    rig.runCommand(
      'client',
      'unlock-withdrawals',
      client.email,
      '--partner',
      'SHOP',
      '--reason',
      'Called us',
      ...more,
    )

  test('unlocking lets a client withdraw at once, counts wrong codes anew, and keeps who said so and why', async () => {
    const client = await clientWith(10n * TENTH)
    await guess(client, 3)
    expect((await withdraw(rig, 'locked-still', client.email)).status).toBe(429)
    expect(await unlock(client, '--actor', 'ada')).toMatchObject({ ok: true })
    await guess(client, 2)
    const { uuid, code } = await placed(client)
    expect((await confirm(rig, uuid, code)).status).toBe(200)
    const [act] = await rig.query<{ act: string; actor: string; reason: string }>(
      statement(`select act, actor, reason from partner_act where act = 'unlock_withdrawals'`),
    )
    expect(act).toEqual({ act: 'unlock_withdrawals', actor: 'ada', reason: 'Called us' })
  })

  test('unlocking is refused for a client whose withdrawals are not locked, and for an unknown client', async () => {
    const client = await clientWith(TENTH)
    expect(await unlock(client)).toMatchObject({
      ok: false,
      output: expect.stringContaining('are not locked. Nothing was changed.'),
    })
    expect(await unlock({ ...client, email: 'nobody@example.com' })).toMatchObject({
      ok: false,
      output: expect.stringContaining('has no client nobody@example.com'),
    })
  })
})
