import { createMetrics } from '@cambio/server/metrics.ts'
import { imbalances } from '@cambio/server/postgres/Ledger.ts'
import { statement } from '@cambio/server/testing/postgres/testing.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deliveriesOf } from '../../src/program/deliveriesOf.ts'
import { dueLoops } from '../../src/program/dueLoops.ts'
import { exchangeWork } from '../../src/work/exchangeWork.ts'
import { openRig, type Reply, type Rig } from '../rig.ts'
import {
  balanceOf,
  codeOf,
  confirm,
  creditBalance,
  registerBalanceClient,
  withdraw,
  mistypedCode,
} from './balanceRig.ts'

/*
 * Whatever comes at once, no part of a balance is spent twice and none is lost. Every act is a request of its own, on a
 * connection of its own, and two exchanges work the same due rows.
 */

let rig: Rig
beforeAll(async () => {
  rig = await openRig()
})
afterAll(() => rig.close())

const TENTH = 100_000_000_000_000_000n
const statusesOf = (replies: readonly Reply[]) =>
  replies.map(({ status }) => status).toSorted((one, other) => one - other)

let made = 0
async function clientWith(units: bigint) {
  made += 1
  const client = await registerBalanceClient(rig, `racer-${made}`)
  await creditBalance(rig, client.id, units)
  return client
}

/** The work of another exchange on the same database. */
function secondWork() {
  const exchange = { ...rig.exchange, metrics: createMetrics({ program: 'exchange' }) }
  return exchangeWork(exchange, dueLoops(exchange), deliveriesOf(exchange))
}

/** What became of the client's withdrawals, in units: what they still hold, and what they took for good. */
async function spentBy(clientId: string): Promise<bigint> {
  const [row] = await rig.query<{ units: bigint }>(
    statement(
      `select coalesce(sum(payin_units), 0) as units from orders
        where client_id = $1 and status not in ('canceled', 'expired', 'refunded')`,
      clientId,
    ),
  )
  return row?.units ?? 0n
}

async function availableTo(clientId: string): Promise<bigint> {
  return (await rig.stores.balances.of(`balance:client:${clientId}`, 'ETH')).units
}

describe('requests at the same moment', () => {
  test('twelve withdrawals at once of a balance that covers two make two orders', async () => {
    const { email, id, session } = await clientWith(2n * TENTH)
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, index) => withdraw(rig, `race-${made}-${index}`, email)),
    )
    expect(statusesOf(replies)).toEqual([...Array(2).fill(200), ...Array(10).fill(422)])
    expect(await balanceOf(rig, session)).toBe('0.000000000000000000')
    expect(await spentBy(id)).toBe(2n * TENTH)
  })

  test('a right code that is sent ten times at once makes one pay-out', async () => {
    const { email, id } = await clientWith(TENTH)
    const uuid = (await withdraw(rig, `ten-${made}`, email)).at('uuid')
    const code = await codeOf(rig, uuid)
    const replies = await Promise.all(Array.from({ length: 10 }, () => confirm(rig, uuid, code)))
    expect(statusesOf(replies)).toEqual([200, ...Array(9).fill(409)])
    expect(await spentBy(id)).toBe(TENTH)
    expect(await availableTo(id)).toBe(0n)
  })

  test('twenty wrong codes at once count as five tries', async () => {
    const { email, id } = await clientWith(TENTH)
    const uuid = (await withdraw(rig, `guess-${made}`, email)).at('uuid')
    const code = mistypedCode(await codeOf(rig, uuid))
    const replies = await Promise.all(Array.from({ length: 20 }, () => confirm(rig, uuid, code)))
    expect(statusesOf(replies)).toEqual([...Array(15).fill(409), ...Array(5).fill(422)])
    expect(await availableTo(id)).toBe(TENTH)
  })

  test('a withdrawal whose code arrives while it expires ends only once', async () => {
    const other = secondWork()
    const { email, id } = await clientWith(TENTH)
    const uuid = (await withdraw(rig, `late-${made}`, email)).at('uuid')
    const code = await codeOf(rig, uuid)
    rig.pass(10 * 60_000)
    const [reply] = await Promise.all([confirm(rig, uuid, code), rig.work.tick(), other.tick()])
    expect(reply.status).toBe(409)
    expect([await spentBy(id), await availableTo(id)]).toEqual([0n, TENTH])
  })
})

type Act = 'withdraw' | 'right' | 'wrong' | 'wait' | 'work'
const anyAct = fc.constantFrom<Act>('withdraw', 'withdraw', 'right', 'right', 'wrong', 'wait', 'work')

test('the balance and the withdrawals add up to the money received, whatever happens at the same time', async () => {
  const other = secondWork()
  const rounds = fc.array(fc.array(anyAct, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(rounds, fc.bigInt(1n, 4n), async (acts, tenths) => {
      const { email, id } = await clientWith(tenths * TENTH)
      const open: { uuid: unknown; code: string }[] = []
      for (const together of acts) {
        const replies = await Promise.all(
          together.map(async (act, index): Promise<Reply | undefined> => {
            const target = open[index % Math.max(open.length, 1)]
            if (act === 'withdraw') return withdraw(rig, `m-${rig.exchange.random.token(64)}`, email)
            if (act === 'work') await Promise.all([rig.work.tick(), other.tick()])
            if (act === 'wait') rig.pass(150_000)
            if (act === 'right' && target) await confirm(rig, target.uuid, target.code)
            if (act === 'wrong' && target) await confirm(rig, target.uuid, mistypedCode(target.code))
            return undefined
          }),
        )
        for (const reply of replies)
          if (reply?.status === 200) {
            const uuid = reply.at('uuid')
            open.push({ uuid, code: await codeOf(rig, uuid) })
          }
        const available = await availableTo(id)
        expect(available).toBeGreaterThanOrEqual(0n)
        expect(available + (await spentBy(id))).toBe(tenths * TENTH)
      }
      expect(await imbalances(rig.query)).toEqual([])
    }),
    { numRuns: 8, seed: 11 },
  )
})

test('a coupon of one use goes to one of several clients who withdraw coins at once', async () => {
  const terms = ['--off', '50', '--uses', '1', '--until', '2026-04-01T00:00:00Z']
  expect((await rig.runCommand('coupon', 'create', 'ONCE', '--partner', 'SHOP', ...terms)).ok).toBe(true)
  const clients = await Promise.all([1, 2, 3, 4].map(() => clientWith(TENTH)))
  const replies = await Promise.all(
    clients.map(({ email }, n) => withdraw(rig, `once-${n}`, email, { coupon: 'ONCE' })),
  )
  expect(statusesOf(replies)).toEqual([200, 422, 422, 422])
  for (const reply of replies) if (reply.status === 422) expect(reply.at('code')).toBe('coupon_invalid')
  // What is on hold for a withdrawal that comes to nothing gives the coupon back.
  const placed = replies.find(({ status }) => status === 200)
  const code = await codeOf(rig, placed?.at('uuid'))
  for (let tries = 0; tries < 5; tries++) await confirm(rig, placed?.at('uuid'), mistypedCode(code))
  const { email } = await clientWith(TENTH)
  expect((await withdraw(rig, 'once-more', email, { coupon: 'ONCE' })).status).toBe(200)
})
