import { createHmac } from 'node:crypto'
import type { DoorEnv } from '@cambio/server/http/door.ts'
import { serve } from '@cambio/server/http/serve.ts'
import { Hono, type Context } from 'hono'

/*
 * Stripe's API as it is documented, as far as the adapter meets it: PaymentIntents with their states, idempotency keys
 * that are remembered for a day, refunds, disputes, 3-D Secure pages and signed webhooks. Cards are Stripe's own test
 * cards (docs.stripe.com/testing). A request can be cut off before or after it had its effect.
 */

export type StripeDouble = Awaited<ReturnType<typeof openStripeDouble>>

type Intent = {
  id: string
  object: 'payment_intent'
  status: 'requires_payment_method' | 'requires_action' | 'requires_capture' | 'canceled' | 'succeeded'
  amount: number
  amount_received: number
  currency: string
  created: number
  metadata: Record<string, string>
  cancellation_reason: string | null
  last_payment_error: { code: string; decline_code?: string } | null
  next_action: { type: 'redirect_to_url'; redirect_to_url: { url: string; return_url: string } } | null
  /** Not part of the API's object. */
  card: string
  returnUrl: string
}

type Refund = {
  id: string
  object: 'refund'
  payment_intent: string
  amount: number
  status: 'pending' | 'succeeded' | 'failed'
  metadata: Record<string, string>
}

type Dispute = {
  id: string
  object: 'dispute'
  payment_intent: string
  amount: number
  status: string
  reason: string
  created: number
}

type Reply = { status: 200 | 400 | 402 | 404; body: object }
type Cut = 'before' | 'after' | 'late' | 'mismatch' | 409 | 429 | 500

const KEY_DAYS_MS = 24 * 60 * 60_000

const declines: Readonly<Record<string, { code: string; decline_code?: string }>> = {
  '4000000000000002': { code: 'card_declined', decline_code: 'generic_decline' },
  '4000000000009995': { code: 'card_declined', decline_code: 'insufficient_funds' },
  '4000000000009987': { code: 'card_declined', decline_code: 'lost_card' },
  '4000000000009979': { code: 'card_declined', decline_code: 'stolen_card' },
  '4100000000000019': { code: 'card_declined', decline_code: 'fraudulent' },
  '4000000000006975': { code: 'card_declined', decline_code: 'card_velocity_exceeded' },
  '4000000000000069': { code: 'expired_card' },
  '4000000000000127': { code: 'incorrect_cvc' },
  '4000000000000119': { code: 'processing_error' },
}
const asks3ds = new Set(['4000000000003220', '4000008400001629'])
const declinedAfter3ds = '4000008400001629'
const refundsPending = '4000000000007726'

/** Amounts that are no multiple of this are refused (docs.stripe.com/currencies). */
const stepOf: Readonly<Record<string, number>> = { kwd: 10, isk: 100, ugx: 100 }

const parameters = new Set([
  'amount',
  'currency',
  'capture_method',
  'confirm',
  'payment_method_types[0]',
  'return_url',
  'description',
  'metadata[transaction_id]',
])

export async function openStripeDouble({ now }: { now: () => Date }) {
  const key = 'sk_test_double'
  const webhookSecret = 'whsec_double'
  const intents = new Map<string, Intent>()
  const refunds: Refund[] = []
  const disputes: Dispute[] = []
  const keys = new Map<string, { request: string; reply: Reply; at: number }>()
  const cuts: { path: RegExp; cut: Cut }[] = []
  const late: (() => void)[] = []
  /** Every POST that had an effect of its own, replays left out. */
  const acts: { path: string; form: URLSearchParams }[] = []
  /** What would be sent to the webhook's address, in order. */
  const events: { type: string; body: string }[] = []
  let count = 0
  const fresh = (prefix: string) => `${prefix}_${String((count += 1)).padStart(6, '0')}`
  const seconds = () => Math.floor(now().getTime() / 1000)

  function announce(type: string, object: object): void {
    events.push({ type, body: JSON.stringify({ id: fresh('evt'), object: 'event', type, data: { object } }) })
  }

  function settleCard(intent: Intent, decline: { code: string; decline_code?: string } | undefined): void {
    intent.next_action = null
    intent.last_payment_error = decline ?? null
    intent.status = decline === undefined ? 'requires_capture' : 'requires_payment_method'
    announce(
      decline === undefined ? 'payment_intent.amount_capturable_updated' : 'payment_intent.payment_failed',
      shown(intent),
    )
  }

  function create(form: URLSearchParams): Reply {
    for (const name of form.keys()) {
      if (!parameters.has(name) && !name.startsWith('payment_method_data['))
        return refused('parameter_unknown')
    }
    const amount = Number(form.get('amount'))
    const currency = form.get('currency') ?? ''
    if (!/^[1-9]\d{0,7}$/.test(form.get('amount') ?? '')) return refused('parameter_invalid_integer')
    if (amount % (stepOf[currency] ?? 1) !== 0) return refused('invalid_charge_amount')
    const card = form.get('payment_method_data[card][number]') ?? ''
    const id = fresh('pi')
    const intent: Intent = {
      id,
      object: 'payment_intent',
      status: 'requires_payment_method',
      amount,
      amount_received: 0,
      currency,
      created: seconds(),
      metadata: { transaction_id: form.get('metadata[transaction_id]') ?? '' },
      cancellation_reason: null,
      last_payment_error: null,
      next_action: null,
      card,
      returnUrl: form.get('return_url') ?? '',
    }
    intents.set(id, intent)
    if (asks3ds.has(card)) {
      intent.status = 'requires_action'
      const redirect_to_url = { url: `${serving.url}/3ds/${id}`, return_url: intent.returnUrl }
      intent.next_action = { type: 'redirect_to_url', redirect_to_url }
      return { status: 200, body: shown(intent) }
    }
    const decline = declines[card]
    settleCard(intent, decline)
    return decline === undefined
      ? { status: 200, body: shown(intent) }
      : { status: 402, body: { error: { type: 'card_error', ...decline, payment_intent: shown(intent) } } }
  }

  function capture(intent: Intent, form: URLSearchParams): Reply {
    if (intent.status !== 'requires_capture') return refused('payment_intent_unexpected_state')
    const amount = Number(form.get('amount_to_capture') ?? intent.amount)
    if (amount > intent.amount) return refused('amount_too_large')
    intent.status = 'succeeded'
    intent.amount_received = amount
    announce('payment_intent.succeeded', shown(intent))
    return { status: 200, body: shown(intent) }
  }

  function cancel(intent: Intent, form: URLSearchParams): Reply {
    if (intent.status === 'succeeded' || intent.status === 'canceled') {
      return refused('payment_intent_unexpected_state')
    }
    intent.status = 'canceled'
    intent.next_action = null
    intent.cancellation_reason = form.get('cancellation_reason')
    announce('payment_intent.canceled', shown(intent))
    return { status: 200, body: shown(intent) }
  }

  function refund(form: URLSearchParams): Reply {
    const intent = intents.get(form.get('payment_intent') ?? '')
    if (intent?.status !== 'succeeded') return refused('charge_not_refundable')
    const amount = Number(form.get('amount'))
    const earlierRefunds = refunds.filter(({ payment_intent, status }) => {
      return payment_intent === intent.id && status !== 'failed'
    })
    const left = intent.amount_received - earlierRefunds.reduce((sum, one) => sum + one.amount, 0)
    if (left === 0) return refused('charge_already_refunded')
    if (amount > left) return refused('amount_too_large')
    const made: Refund = {
      id: fresh('re'),
      object: 'refund',
      payment_intent: intent.id,
      amount,
      status: intent.card === refundsPending ? 'pending' : 'succeeded',
      metadata: {
        operation_id: form.get('metadata[operation_id]') ?? '',
        transaction_id: form.get('metadata[transaction_id]') ?? '',
      },
    }
    refunds.unshift(made)
    announce('refund.created', made)
    return { status: 200, body: made }
  }

  function perform(path: string, form: URLSearchParams): Reply {
    acts.push({ path, form })
    if (path === '/v1/payment_intents') return create(form)
    if (path === '/v1/refunds') return refund(form)
    const [, id = '', verb] = /^\/v1\/payment_intents\/(\w+)\/(capture|cancel)$/.exec(path) ?? []
    const intent = intents.get(id)
    if (intent === undefined) return refused('resource_missing', 404)
    return verb === 'capture' ? capture(intent, form) : cancel(intent, form)
  }

  /** The first answer to a key is the answer to that key, for a day. */
  function once(path: string, form: URLSearchParams, idempotencyKey: string): Reply {
    const earlier = keys.get(idempotencyKey)
    const request = `${path} ${form.toString()}`
    if (earlier !== undefined && now().getTime() - earlier.at < KEY_DAYS_MS) {
      if (earlier.request === request) return earlier.reply
      return mismatch
    }
    const reply = perform(path, form)
    keys.set(idempotencyKey, { request, reply, at: now().getTime() })
    return reply
  }

  const app = new Hono<DoorEnv>()
  app.use('/v1/*', async (c, next) => {
    if (c.req.header('authorization') !== `Bearer ${key}`) return c.json({ error: { type: 'auth' } }, 401)
    if (!/^\d{4}-\d{2}-\d{2}\.\w+$/.test(c.req.header('stripe-version') ?? '')) return c.json({}, 400)
    return next()
  })

  async function answer(c: Context<DoorEnv>, effect: () => Reply): Promise<Response> {
    const place = cuts.findIndex(({ path }) => path.test(`${c.req.method} ${c.req.path}`))
    const cut = place === -1 ? undefined : cuts.splice(place, 1)[0]?.cut
    if (typeof cut === 'number') return c.json({ error: { type: 'api_error' } }, cut)
    if (cut === 'mismatch') return c.json(mismatch.body, mismatch.status)
    if (cut === 'late') late.push(effect)
    const reply = cut === 'before' || cut === 'late' ? undefined : effect()
    if (reply !== undefined && cut === undefined) return c.json(reply.body, reply.status)
    c.env.incoming?.socket.destroy()
    return new Promise(() => {})
  }

  app.post('/v1/*', async (c) => {
    const form = new URLSearchParams(await c.req.text())
    return answer(c, () => once(c.req.path, form, c.req.header('idempotency-key') ?? fresh('none')))
  })
  app.get('/v1/payment_intents', (c) => {
    const [from, to] = ['created[gte]', 'created[lte]'].map((name) => Number(c.req.query(name)))
    const matching = [...intents.values()]
      .filter(({ created }) => created >= (from ?? 0) && created <= (to ?? 0))
      .toReversed()
    return answer(c, () => page(c, matching.map(shown)))
  })
  app.get('/v1/payment_intents/:id', (c) => {
    return answer(c, () => {
      const intent = intents.get(c.req.param('id'))
      return intent === undefined ? refused('resource_missing', 404) : { status: 200, body: shown(intent) }
    })
  })
  app.get('/v1/refunds', (c) => {
    const matching = refunds.filter(({ payment_intent }) => payment_intent === c.req.query('payment_intent'))
    return answer(c, () => page(c, matching))
  })
  app.get('/v1/disputes', (c) => {
    const matching = disputes.filter(({ payment_intent }) => payment_intent === c.req.query('payment_intent'))
    return answer(c, () => page(c, matching))
  })
  /** The bank's page: the buyer's browser posts a decision, and is sent back with a link. */
  app.post('/3ds/:id', async (c) => {
    const intent = intents.get(c.req.param('id'))
    const { decision } = await c.req.parseBody()
    if (intent?.status !== 'requires_action') return c.text('This payment is over.', 410)
    const failed = { code: 'payment_intent_authentication_failure' }
    const refusedCard = { code: 'card_declined', decline_code: 'do_not_honor' }
    settleCard(
      intent,
      decision !== 'approve' ? failed : intent.card === declinedAfter3ds ? refusedCard : undefined,
    )
    const query = `payment_intent=${intent.id}&payment_intent_client_secret=${intent.id}_secret`
    return c.redirect(`${intent.returnUrl}?${query}`, 303)
  })

  const listening = await serve(app.fetch, { host: '127.0.0.1', port: 0 })
  const serving = { ...listening, url: `http://127.0.0.1:${listening.port}` }

  return {
    url: serving.url,
    key,
    webhookSecret,
    intents,
    refunds,
    acts,
    events,
    cuts,
    /** Cuts off the next request that this fits, as `POST /v1/refunds`; a number is a status that is answered instead. */
    cut: (path: RegExp, cut: Cut) => void cuts.push({ path, cut }),
    /** What was late arrives now. */
    deliverLate: () => late.splice(0).forEach((deliver) => deliver()),
    intentOf: (transactionId: string) =>
      [...intents.values()].find(({ metadata }) => metadata['transaction_id'] === transactionId),
    /** Other business of the same account, which lists show too. */
    fill(number: number): void {
      for (let made = 0; made < number; made++) {
        create(new URLSearchParams({ amount: '100', currency: 'eur', 'metadata[transaction_id]': '' }))
      }
    },
    /** A refund's bank has decided. */
    endRefund(pendingRefund: Refund, status: 'succeeded' | 'failed'): void {
      pendingRefund.status = status
      announce('refund.updated', pendingRefund)
    },
    dispute(intent: Intent, { amount, status }: { amount: number; status: string }): void {
      const dispute: Dispute = {
        id: fresh('du'),
        object: 'dispute',
        payment_intent: intent.id,
        amount,
        status,
        reason: 'fraudulent',
        created: seconds(),
      }
      disputes.unshift(dispute)
      announce('charge.dispute.created', dispute)
    },
    /** The header of a webhook. */
    signature(body: string, { at = seconds(), secret = webhookSecret } = {}): string {
      return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`
    },
    close: () => serving.close(),
  }
}

const mismatch: Reply = {
  status: 400,
  body: { error: { type: 'idempotency_error', message: 'Keys are for one request.' } },
}

function refused(code: string, status: 400 | 404 = 400): Reply {
  return { status, body: { error: { type: 'invalid_request_error', code } } }
}

function shown({ card: _card, returnUrl: _returnUrl, ...intent }: Intent) {
  return structuredClone(intent)
}

function page(c: Context<DoorEnv>, all: readonly { id: string }[]): Reply {
  const limit = Number(c.req.query('limit') ?? 10)
  const after = c.req.query('starting_after')
  const from = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1
  const data = all.slice(from, from + limit)
  return { status: 200, body: { object: 'list', data, has_more: from + limit < all.length } }
}
