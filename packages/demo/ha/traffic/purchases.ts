import { randomBytes } from 'node:crypto'
import { setTimeout as after } from 'node:timers/promises'
import type { Partner } from '@cambio/partner/client.ts'
import { contract } from '@cambio/wire/http/contract.ts'
import { CreatedOrder, CreatedWithdrawal } from '@cambio/wire/order/Order.ts'
import { Buyer, type Outcome, type WidgetOrder } from '../../test/Buyer.ts'
import type { CallbackReceiver } from '../../test/CallbackReceiver.ts'
import type { Calls } from './Calls.ts'
import { sendEther } from './chainCalls.ts'
import { isTemporary, retryUntil } from './retryUntil.ts'

/** How an order is paid: in the widget or by the API with a card, by SEPA, by coins, or from a balance. */
export type Way = 'widget' | 'card' | 'sepa' | 'coins' | 'withdrawal'

/** What a caller knows of its purchase. Each has a wallet of its own, so that the chain alone says what it was paid. */
export type Purchase = {
  readonly way: Way | 'funding'
  readonly partnerOrderId: string
  readonly wallet: string
  readonly email: string
  /** The card's ends, one after the other. */
  readonly cards: readonly Outcome[]
  orderId?: string
  acknowledgedAt?: number
  /** The last status that the caller saw. */
  status?: string
  /** Why the caller gave up. */
  failure?: string
}

/** Whom purchases are made at. */
export type Shop = {
  readonly url: string
  readonly chainUrl: string
  readonly partner: Partner
  readonly calls: Calls
  readonly callbacks: CallbackReceiver
  /** E-mail addresses of clients that have a balance. */
  readonly clients: readonly string[]
  /** How long a caller goes on trying. */
  readonly patienceMs: number
}

const origin = { client_ip: '203.0.113.7', remote_country: 'DE' } as const
const ended: ReadonlySet<string> = new Set(['finished', 'refunded', 'canceled', 'expired', 'error'])
const LOOK_MS = 800

let made = 0

/** A purchase that nobody has begun yet. */
export function newPurchase(way: Purchase['way'], shop: Pick<Shop, 'clients'>): Purchase {
  made += 1
  // Letters alone: what looks like a card number is refused.
  const tag = Array.from(randomBytes(12), (byte) => String.fromCharCode(97 + (byte % 26))).join('')
  const client = shop.clients[made % Math.max(1, shop.clients.length)]
  return {
    way,
    partnerOrderId: `ha-${tag}`,
    wallet: `0x${randomBytes(20).toString('hex')}`,
    email: way === 'withdrawal' && client !== undefined ? client : `${tag}@example.com`,
    cards: dealt(made),
  }
}

/** Most cards succeed; some meet the bank, some are declined first, and some fail when their money is taken. */
function dealt(number: number): readonly Outcome[] {
  switch (number % 10) {
    case 3:
      return ['3ds_success']
    case 6:
      return ['declined', 'success']
    case 9:
      return ['capture_fails']
    default:
      return ['success']
  }
}

/** The end that an order has to come to. */
export function rightEnd({ way, cards }: Purchase): 'finished' | 'refunded' {
  return (way === 'widget' || way === 'card') && cards.includes('capture_fails') ? 'refunded' : 'finished'
}

/** Buys from the first call to the order's end, whatever happens meanwhile. It throws nothing. */
export async function buy(shop: Shop, purchase: Purchase): Promise<void> {
  const deadline = Date.now() + shop.patienceMs
  try {
    await { widget, card, sepa, coins, withdrawal, funding }[purchase.way](shop, purchase, deadline)
  } catch (error) {
    purchase.failure = error instanceof Error ? error.message : String(error)
  }
}

function acknowledged(purchase: Purchase, orderId: string): void {
  purchase.orderId = orderId
  purchase.acknowledgedAt = Date.now()
}

/** Creates an order by the API, under a key. */
async function create(shop: Shop, purchase: Purchase, deadline: number, fields: object): Promise<unknown> {
  const { partnerOrderId: id, wallet } = purchase
  const body = {
    partner_order_id: id,
    payin_currency: 'EUR',
    payin_amount: '100',
    payout_currency: 'ETH',
    dst_address: wallet,
    client_email: purchase.email,
    ...origin,
    ...fields,
  }
  const idempotencyKey = id
  const answer = await retryUntil(deadline, () =>
    shop.partner.call(contract.partner.createOrder, { body }, { idempotencyKey }),
  )
  acknowledged(purchase, answer.client_order_id)
  return answer
}

async function widget(shop: Shop, purchase: Purchase, deadline: number): Promise<void> {
  const body = { partner_order_id: purchase.partnerOrderId }
  const idempotencyKey = purchase.partnerOrderId
  const { request_id: entry } = await retryUntil(deadline, () =>
    shop.partner.call(contract.partner.createRequest, { body }, { idempotencyKey }),
  )
  const buyer = buyerOf(shop, purchase, entry, deadline)
  const { client_order_id: id } = await buyer.place('100', { address: purchase.wallet })
  acknowledged(purchase, id)
  await pay(buyer, purchase, deadline)
}

async function card(shop: Shop, purchase: Purchase, deadline: number): Promise<void> {
  const answer = CreatedOrder.parse(await create(shop, purchase, deadline, { payin_group: 'card' }))
  const key = new URL(answer.redirect ?? '').searchParams.get('k')
  const buyer = buyerOf(shop, purchase, `${answer.client_order_id}~${key}`, deadline)
  await buyer.identify()
  await pay(buyer, purchase, deadline)
}

function buyerOf({ url: baseUrl, calls }: Shop, { email }: Purchase, entry: string, deadline: number): Buyer {
  return new Buyer({
    baseUrl,
    entry,
    email,
    again: (call) => retryUntil(deadline, call, isTemporary),
    fetch: calls.fetch,
  })
}

/** Hands in one card after the other until the order has ended, and approves where the bank asks. */
async function pay(buyer: Buyer, purchase: Purchase, deadline: number): Promise<void> {
  for (;;) {
    const order = await buyer.order()
    purchase.status = order.status
    if (ended.has(order.status)) return
    if (Date.now() > deadline) throw new Error(`gave up at ${order.status}`)
    const { attempt } = order
    if (nextCard(order, purchase) !== undefined)
      await retryUntil(deadline, async () => {
        const outcome = nextCard(await buyer.order(), purchase)
        if (outcome !== undefined) await buyer.charge(await buyer.submitCard(outcome))
      })
    else if (attempt?.state === 'challenge' && attempt.challenge_url)
      await buyer.decide(attempt.challenge_url, 'Approve').catch(() => {}) // It is asked for again.
    await after(LOOK_MS)
  }
}

/**
 * The card to hand in now, by what the order says was tried; undefined where none is asked for. A buyer who got no answer may
 * have handed in the card twice that is declined, and goes on with the last; so does one whose card never got to the bank.
 */
function nextCard({ attempt, status }: WidgetOrder, { cards }: Purchase): Outcome | undefined {
  const isAsked = !ended.has(status) && (attempt === null || attempt.state === 'declined')
  if (!isAsked) return undefined
  const mayRepeat = cards.includes('declined') || attempt?.decline_reason === 'Timeout'
  return cards[attempt?.number ?? 0] ?? (mayRepeat ? cards.at(-1) : undefined)
}

async function sepa(shop: Shop, purchase: Purchase, deadline: number): Promise<void> {
  await create(shop, purchase, deadline, { payin_group: 'sepa' })
  await pressSandboxBank(shop, purchase, deadline)
  await follow(shop, purchase, deadline)
}

async function coins(shop: Shop, purchase: Purchase, deadline: number): Promise<void> {
  const fields = {
    payin_currency: 'ETH',
    payin_group: 'crypto',
    payin_amount: '0.05',
    payout_currency: 'USDC',
  }
  const answer = CreatedOrder.parse(await create(shop, purchase, deadline, fields))
  await sendEther(shop.chainUrl, String(answer.crypto_address), 5n * 10n ** 16n)
  await follow(shop, purchase, deadline)
}

async function withdrawal(shop: Shop, purchase: Purchase, deadline: number): Promise<void> {
  const fields = { payin_currency: 'ETH', payin_group: 'balance', payin_amount: '0.005' }
  const { uuid } = CreatedWithdrawal.parse(await create(shop, purchase, deadline, fields))
  let code = shop.callbacks.code(uuid)
  for (; code === undefined; code = shop.callbacks.code(uuid)) {
    if (Date.now() > deadline) throw new Error('gave up: no code was received')
    await after(100)
  }
  const body = { uuid, code }
  await retryUntil(deadline, async () => {
    // Confirmed already, where the answer of an earlier call was lost.
    if ((await statusOf(shop, purchase)) !== 'confirmation_pending') return
    await shop.partner.call(contract.partner.confirmOrder, { body })
  })
  await follow(shop, purchase, deadline)
}

/** Registers a client and gives it a balance. */
async function funding(shop: Shop, purchase: Purchase, deadline: number): Promise<void> {
  const body = {
    client_external_id: purchase.partnerOrderId,
    email: purchase.email,
    password: 'correct horse battery staple',
    email_verified: 1 as const,
    ...origin,
  }
  await shop.partner.call(contract.partnerClient.register, { body })
  await create(shop, purchase, deadline, {
    payin_group: 'sepa',
    payin_amount: '1000',
    payout_group: 'balance',
  })
  await pressSandboxBank(shop, purchase, deadline)
  await follow(shop, purchase, deadline)
}

function pressSandboxBank({ url, calls }: Shop, { orderId }: Purchase, deadline: number): Promise<void> {
  return retryUntil(deadline, async () => {
    const answer = await calls.fetch(`${url}/sandbox/bank?order=${orderId}`, { method: 'POST' })
    if (!answer.ok) throw new TypeError(`The sandbox's bank answered ${answer.status}.`)
  })
}

async function statusOf({ partner }: Shop, { partnerOrderId }: Purchase): Promise<string> {
  const { status } = await partner.call(contract.partner.order, {
    params: { partner_order_id: partnerOrderId },
  })
  return status
}

async function follow(shop: Shop, purchase: Purchase, deadline: number): Promise<void> {
  for (;;) {
    const status = await retryUntil(deadline, () => statusOf(shop, purchase))
    purchase.status = status
    if (ended.has(status)) return
    if (Date.now() > deadline) throw new Error(`gave up at ${status}`)
    await after(LOOK_MS)
  }
}
