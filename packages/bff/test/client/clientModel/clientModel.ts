import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBody } from '../../order/createOrder.ts'
import { openRig, rival, shop, type Reply, type Rig } from '../../rig.ts'

/*
 * Random lives of a few clients of two partners, against a small model of who may see and do what. Numbers name whom a
 * step is about, modulo how many there are, so that every step of every sequence means something.
 */

const STEPS = 30
/** What one sequence may take on a machine that has much else to do. */
const LONGEST_MS = 12_000
const PASSWORD = 'correct horse battery'
const origin = { client_ip: '203.0.113.7', remote_country: 'DE' }
const partners = [shop, rival] as const

type Client = {
  partner: typeof shop
  id: string
  email: string
  password: string
  level: string
  orders: string[]
}
type Session = { token: string; client: Client; isOpen: boolean }
type World = { rig: Rig; name: string; clients: Client[]; sessions: Session[] }

/** What a step does, and holds against the model. */
const steps: Readonly<Record<string, (world: World, who: number, other: number) => Promise<void>>> = {
  async register({ rig, name, clients }, who) {
    const partner = at(partners, who)
    // Both partners have clients of the same names: they are other people.
    const id = `${name}-${who % 3}`
    const email = `${id}@example.com`
    const isTaken = clients.some(
      (client) => client.partner === partner && (client.id === id || client.email === email),
    )
    const body = { client_external_id: id, email, password: PASSWORD, ...origin }
    const reply = await rig.partner('POST', '/api/v2/partner/client/register', body, { as: partner })
    expect(reply.status).toBe(isTaken ? 409 : 200)
    if (!isTaken) clients.push({ partner, id, email, password: PASSWORD, level: 'unverified', orders: [] })
  },
  async open({ rig, clients, sessions }, who) {
    const client = at(clients, who)
    if (!client) return
    const login = { email: client.email, password: client.password, ...origin }
    const path = '/api/v2/partner/client/login'
    const { partner } = client
    const loggedIn = await rig.partner('POST', path, login, { as: partner })
    const opened = await rig.widget('POST', '/api/v2/client/session', { ts: loggedIn.at('ts') })
    expect(opened.status).toBe(200)
    sessions.push({ token: String(opened.at('session')), client, isOpen: true })
  },
  async end({ rig, sessions }, who) {
    const session = at(sessions, who)
    if (!session) return
    const reply = await rig.widget('DELETE', '/api/v2/client/session', undefined, session.token)
    expect(reply.status).toBe(session.isOpen ? 200 : 401)
    session.isOpen = false
  },
  async order({ rig, sessions }, who) {
    const session = at(sessions, who)
    if (!session) return
    const { payin_currency, payin_amount, payout_currency, dst_address } = createBody('')
    const body = { payin_currency, payin_amount, payout_currency, dst_address }
    const reply = await rig.widget('POST', '/api/v2/client/order/create', body, session.token)
    const { client } = session
    const mayPlace = client.orders.length < 3 ? 200 : 409
    expect(reply.status).toBe(session.isOpen ? mayPlace : 401)
    if (reply.status === 200) client.orders.push(String(reply.at('client_order_id')))
  },
  async look({ rig, clients, sessions }, who, other) {
    const [session, client] = [at(sessions, who), at(clients, other)]
    const order = client && at(client.orders, who)
    if (!session || !order) return
    const reply = await rig.widget('GET', `/api/v2/client/order/${order}`, undefined, session.token)
    expect(reply.status).toBe(session.isOpen ? (session.client === client ? 200 : 404) : 401)
    for (const partner of partners) {
      const reply = await rig.partner('GET', `/api/v2/partner/order/${order}`, undefined, { as: partner })
      expect(reply.status).toBe(partner === client.partner ? 200 : 404)
    }
  },
  async list({ rig, sessions }, who) {
    const session = at(sessions, who)
    if (!session) return
    const reply = await rig.widget('GET', '/api/v2/client/order/list', undefined, session.token)
    expect(reply.status).toBe(session.isOpen ? 200 : 401)
    if (session.isOpen) expect(reply.at('total')).toBe(session.client.orders.length)
  },
  async update({ rig, name, clients, sessions }, who, other) {
    const client = at(clients, who)
    if (!client) return
    const partner = at(partners, other)
    const email = `${name}-${other % 5}@example.com`
    const target = clients.find((each) => each.partner === partner && each.id === client.id)
    const path = `/api/v2/partner/client/${client.id}/update`
    const reply = await rig.partner('PATCH', path, { email }, { as: partner })
    const isTaken = clients.some(
      (each) => each !== target && each.partner === partner && each.email === email,
    )
    expect(reply.status).toBe(target ? (isTaken ? 409 : 200) : 404)
    if (!target || isTaken || target.email === email) return
    target.email = email
    signOut(sessions, target)
  },
  async setPassword({ rig, clients, sessions }, who, other) {
    const client = at(clients, who)
    if (!client) return
    const partner = at(partners, other)
    const target = clients.find((each) => each.partner === partner && each.id === client.id)
    const password = `${PASSWORD} ${other}`
    const path = `/api/v2/partner/client/${client.id}/password`
    const reply = await rig.partner('POST', path, { password }, { as: partner })
    expect(reply.status).toBe(target ? 200 : 404)
    if (!target) return
    target.password = password
    signOut(sessions, target)
  },
  async changePassword({ rig, sessions }, who, other) {
    const session = at(sessions, who)
    if (!session) return
    const { client, token, isOpen } = session
    const isKnown = other % 3 !== 0
    const next = `${PASSWORD} ${other}`
    const body = { current: isKnown ? client.password : 'something else', new: next }
    const reply = await rig.widget('POST', '/api/v2/client/password', body, token)
    expect(reply.status).toBe(isOpen ? (isKnown ? 200 : 422) : 401)
    if (!isOpen || !isKnown) return
    client.password = next
    signOut(sessions, client)
  },
  async verify({ rig, clients }, who, other) {
    const client = at(clients, who)
    if (!client) return
    const partner = at(partners, other)
    const target = clients.find((each) => each.partner === partner && each.id === client.id)
    const path = `/api/v2/partner/client/verification_url?client_external_id=${client.id}`
    const reply = await rig.partner('GET', path, undefined, { as: partner })
    expect(reply.status).toBe(target ? 200 : 404)
    if (!target) return
    const { pathname } = new URL(String(reply.at('verification_url')))
    expect((await rig.send('POST', pathname, { body: 'decision=approve' })).status).toBe(200)
    target.level = nextLevel[target.level] ?? target.level
  },
  async limits({ rig, clients, sessions }, who, other) {
    const client = at(clients, who)
    if (client) {
      const path = `/api/v2/partner/client/${client.id}`
      const info = await rig.partner('POST', path, undefined, { as: client.partner })
      expect([info.at('limits.verification_level'), info.at('limits.client_limit_in_EUR')]).toEqual([
        client.level,
        caps[client.level],
      ])
      expect(info.at('external_email')).toBe(client.email)
    }
    const session = at(sessions, other)
    if (!session?.isOpen) return
    const terms = { payin_currency: 'EUR', payin_amount: '100', payout_currency: 'ETH' }
    const fee: Reply = await rig.widget('POST', '/api/v2/client/order/fee', terms, session.token)
    expect(fee.at('limits')).toEqual({
      client_limit_in_payin_currency: (caps[session.client.level] ?? 0).toFixed(2),
      verification_level: session.client.level,
    })
  },
}

/** A new address or password ends every session of a client's. */
function signOut(sessions: readonly Session[], client: Client): void {
  for (const session of sessions) if (session.client === client) session.isOpen = false
}

const nextLevel: Readonly<Record<string, string>> = {
  unverified: 'identity',
  identity: 'address',
  address: 'bank_statement',
}
const caps: Readonly<Record<string, number>> = {
  unverified: 0,
  identity: 1_000,
  address: 15_000,
  bank_statement: 1_000_000,
}

function at<Item>(items: readonly [Item, ...Item[]], index: number): Item
function at<Item>(items: readonly Item[], index: number): Item | undefined
function at<Item>(items: readonly Item[], index: number): Item | undefined {
  return items[index % Math.max(items.length, 1)]
}

/** Lives so many sequences of 30 steps. @param input.part tells one call from another, which draws others */
export function clientModel({ sequences, part = 0 }: { sequences: number; part?: number }): void {
  let rig: Rig
  beforeAll(async () => {
    rig = await openRig()
  })
  afterAll(() => rig.close())

  const seed = Number(process.env['SEED'] ?? 1) + part
  test(
    `clients of two partners see and do what is theirs, whatever they do (SEED=${seed})`,
    { timeout: sequences * LONGEST_MS },
    async () => {
      let lived = 0
      const step = fc.tuple(fc.constantFrom(...Object.keys(steps)), fc.nat({ max: 30 }), fc.nat({ max: 30 }))
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: STEPS, maxLength: STEPS }), async (sequence) => {
          lived += 1
          const world: World = { rig, name: `model-${seed}-${lived}`, clients: [], sessions: [] }
          await steps['register']?.(world, 0, 0)
          await steps['open']?.(world, 0, 0)
          for (const [name, who, other] of sequence) await steps[name]?.(world, who, other)
        }),
        { numRuns: sequences, seed, endOnFailure: true },
      )
    },
  )
}
