import { answerCall } from '@cambio/server/cli/answerCall.ts'
import { expect } from 'vitest'
import { exchangeCommands } from '../../src/cli/exchangeCommands.ts'
import { codeOf, confirm, wrong } from '../balanceRig.ts'
import { createBody, createPath } from '../createOrder.ts'
import { commandDepsOf, type Reply } from '../rig.ts'
import { statement } from '../statement.ts'
import { declined, end, forms, isOpen, lapse, wrongCode, type Form, type ModelOrder } from './ModelOrder.ts'
import { platformIdOf, receive, modelBalance, work, WITHDRAWN, type OrderWorld } from './OrderWorld.ts'

/** What a step does, and holds against the model. Numbers name whom it is about, modulo how many there are. */
export type Step = (world: OrderWorld, who: number, other: number) => Promise<void>

const MINUTE_MS = 60_000
const waitsMs = [1, 7, 20, 70].map((minutes) => minutes * MINUTE_MS)

export const orderSteps: Readonly<Record<string, Step>> = {
  async place(world, who, other) {
    const form = at(forms, who) ?? 'card'
    const id = `${world.name}-${world.orders.length + 1}`
    const mayPlace = form !== 'withdrawal' || modelBalance(world, await toppedUp(world)) >= WITHDRAWN
    const reply = await create(world, form, id)
    expect([form, id, reply.status]).toEqual([form, id, mayPlace ? 200 : 422])
    if (!mayPlace) return
    const again = await create(world, form, id)
    expect([again.status, again.text]).toEqual([200, reply.text])
    if (other % 3 === 0) expect((await create(world, form, id, `${id}-other`)).status).toBe(409)
    world.orders.push(await modelled(world, form, id, reply))
  },

  async charge(world, who, other) {
    const order = among(world, who, ['card', 'top_up', 'merchant'])
    if (!order) return
    const takes = isOpen(order, world.nowMs())
    if (!order.entry && !takes) return
    order.entry ??= await enter(world, order)
    const plan = at(['held', 'declined', 'lost_after', 'held'] as const, other) ?? 'held'
    const asked = await world.rig.charge(order.entry, plan)
    // A price that has changed is shown first, and paid then.
    const reply = asked.at('code') === 'quote_expired' ? await world.rig.charge(order.entry, plan) : asked
    const answered = [order.form, order.state, reply.status === 200, takes ? reply.at('detail') : undefined]
    expect(answered).toEqual([order.form, order.state, takes, undefined])
    if (!takes) return
    if (plan === 'declined') declined(order)
    else order.state = 'charged'
  },

  async decide(world, who, other) {
    const order = world.orders.filter(({ state }) => state === 'charged').at(who % 3)
    if (!order) return
    const is = other % 3 === 0 ? 'capture_refused' : 'settled'
    const platformOrderId = await platformIdOf(world, order)
    world.rig.card.becomes(platformOrderId, is)
    order.state = is === 'settled' ? 'paid' : 'returned'
    if (other % 2 === 0) await world.rig.stores.inbox.file({ source: 'card', reference: platformOrderId })
  },

  async transfer(world, who) {
    const order = among(world, who, ['sepa'])
    if (!order || (order.statement === null && !isOpen(order, world.nowMs()))) return
    const isNew = order.statement === null
    order.statement ??= statement([
      { reference: `${order.id}-entry`, amount: '50.00', lines: [`Order ${order.orderId}`] },
    ])
    expect(await world.sepa.imported(order.statement)).toMatchObject(
      isNew ? { matched: 1, seen_before: 0 } : { matched: 0, seen_before: 1 },
    )
    order.state = 'paid'
  },

  async confirm(world, who, other) {
    const order = among(world, who, ['withdrawal'])
    if (!order?.code) return
    const takes = isOpen(order, world.nowMs())
    const isRight = other % 3 !== 0
    const reply = await confirm(world.rig, order.uuid, isRight ? order.code : wrong(order.code))
    expect([order.state, isRight, reply.status === 200]).toEqual([order.state, isRight, takes && isRight])
    if (!takes) return
    if (isRight) order.state = 'paid'
    else wrongCode(order)
  },

  async cancel(world, who) {
    await work(world)
    const order = at(world.orders, who)
    if (!order) return
    lapse(order, world.nowMs())
    const words = ['order', 'cancel', order.orderId, '--reason', 'by the model']
    const { ok } = await answerCall(exchangeCommands, words, (command) =>
      command(commandDepsOf(world.rig.exchange)),
    )
    expect([order.form, order.state, ok]).toEqual([order.form, order.state, order.state === 'waiting'])
    if (ok) end(order, 'canceled')
  },

  async work(world) {
    await work(world)
  },

  async wait(world, who) {
    world.rig.pass(at(waitsMs, who) ?? 0)
    await work(world)
    for (const order of world.orders) lapse(order, world.nowMs())
  },

  async network({ rig }, who) {
    rig.payoutsMeet(at(['lost_before', 'lost_after', undefined] as const, who))
  },

  async receiver(world, who) {
    receive(world, () => who % 2 === 0)
  },
}

const at = <Item>(items: readonly Item[], number: number): Item | undefined => items[number % items.length]

function among({ orders }: OrderWorld, who: number, asked: readonly Form[]): ModelOrder | undefined {
  const found = orders.filter(({ form }) => asked.includes(form))
  return found.length === 0 ? undefined : at(found, who)
}

function create({ rig, email }: OrderWorld, form: Form, id: string, key = id): Promise<Reply> {
  const own = { client_email: email, dst_address: undefined }
  const bodies: Readonly<Record<Form, object>> = {
    card: {},
    sepa: { payin_group: 'sepa' },
    top_up: { ...own, payout_group: 'balance' },
    merchant: { ...own, purchase_currency: 'USD', purchase_amount: '20.00' },
    withdrawal: {
      payin_currency: 'ETH',
      payin_amount: '0.1',
      payin_group: 'balance',
      payout_group: 'crypto',
      client_email: email,
    },
  }
  const body = { ...createBody(id), payin_amount: '50.00', ...bodies[form] }
  return rig.partner('POST', createPath, body, { headers: { 'Idempotency-Key': key } })
}

async function modelled(world: OrderWorld, form: Form, id: string, reply: Reply): Promise<ModelOrder> {
  const createdMs = world.nowMs()
  const uuid = form === 'withdrawal' ? String(reply.at('uuid')) : null
  const code = uuid === null ? null : await codeOf(world.rig, uuid)
  const orderId = uuid === null ? String(reply.at('client_order_id')) : await orderIdOf(world, id)
  const now = { state: 'waiting', ending: null, failures: 0, entry: null, statement: null } as const
  const page = uuid === null ? new URL(String(reply.at('redirect'))) : null
  pages.set(orderId, page?.searchParams.get('k') ?? '')
  return { form, id, orderId, createdMs, uuid, code, ...now }
}

/** The secret of each order's page. */
const pages = new Map<string, string>()

async function orderIdOf({ rig }: OrderWorld, id: string): Promise<string> {
  return String((await rig.partner('GET', `/api/v2/partner/order/${id}`)).at('client_order_id'))
}

/** Buyers of orders without a client are strangers, each of its own. */
async function enter({ rig, email }: OrderWorld, { form, id, orderId }: ModelOrder) {
  const entry = `${orderId}~${pages.get(orderId) ?? ''}`
  const session = await rig.buyerAt(entry, form === 'card' ? `${id}@example.com` : email)
  return { path: `/api/widget/${entry}`, session }
}

/** What top-ups have brought so far. */
async function toppedUp({ rig, orders }: OrderWorld): Promise<ReadonlyMap<string, bigint>> {
  const found = new Map<string, bigint>()
  for (const { form, state, id } of orders) {
    if (form !== 'top_up' || state !== 'paid') continue
    const told = await rig.partner('GET', `/api/v2/partner/order/${id}`)
    if (told.at('status') === 'finished')
      found.set(id, BigInt(String(told.at('payout_amount')).replace('.', '')))
  }
  return found
}
