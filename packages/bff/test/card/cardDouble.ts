import type { CardRail, ChargeOrder, ChargeState, FieldsState } from '@cambio/exchange/payin/card/CardRail.ts'
import type { PaymentWallet } from '@cambio/wire/Group.ts'
import { Refusal } from '@cambio/wire/http/Problem.ts'
import type { Money } from '@cambio/wire/Money.ts'

/** What the platform makes of a card: its answer, or nothing at all, before or after it did its work. */
export type Plan =
  | 'held'
  | 'declined'
  | 'challenged'
  | 'redirected'
  | 'resumed'
  | 'lost_before'
  | 'turned_away'
  | 'lost_after'

/** A card that is nobody else's. */
export type TypedCard = {
  readonly fingerprint: string
  readonly mask: string
  /** Left out for one that is typed. */
  readonly wallet?: PaymentWallet
}

/** The card platform as the exchange sees it, in memory. A test decides what happens there and counts the sales. */
export type CardDouble = CardRail & {
  /** Types a card into a form: a published test card, unless one is named. `plan` is what a charge of it comes to. */
  fill(sessionId: string, plan: Plan, card?: TypedCard): void
  /** Ends a form without a card. */
  lapse(sessionId: string): void
  /** Moves a charge on to one of the usual states, with the amount that was charged. */
  becomes(platformOrderId: string, is: 'settled' | 'declined' | 'returned' | 'capture_refused'): void
  /** Settles a charge with another amount than was charged. */
  becomesOtherAmount(platformOrderId: string, amount: Money): void
  /** Sets what the platform reports of a charge from now on. */
  reports(platformOrderId: string, state: ChargeState): void
  /** Has the platform refuse to return the money of a charge, or return it again. */
  refusesReturn(platformOrderId: string, refuses: boolean): void
  /** Has the platform answer nothing from now on, or answer again. */
  isAway(away: boolean): void
  readonly sales: readonly ChargeOrder[]
  readonly openings: readonly Parameters<CardRail['openFields']>[0][]
  /** The platform takes no token of a saved card any more. */
  refusesTokens(): void
}

export function cardDouble(): CardDouble {
  const forms = new Map<string, { state: FieldsState; plan: Plan }>()
  const charges = new Map<string, { state: ChargeState; order: ChargeOrder }>()
  const refusing = new Set<string>()
  const sales: ChargeOrder[] = []
  const openings: Parameters<CardRail['openFields']>[0][] = []
  let isTokenRefused = false
  let away = false
  const unknown: ChargeState = { is: 'unknown', why: 'no answer' }
  const card = { mask: '411111******1111', brand: 'Visa', issuerCountry: 'DE', wallet: null } as const

  const stateOf = (plan: Plan, order: ChargeOrder, transId: string): ChargeState => {
    if (plan === 'declined') return { is: 'declined', transId, reason: 'Insufficient funds' }
    if (plan === 'challenged') return { is: 'challenged', transId, challenge }
    if (plan === 'redirected') return { is: 'challenged', transId, challenge: redirect }
    if (plan === 'resumed')
      return { is: 'challenged', transId, challenge: { ...redirect, params: '{"token":"t&1"}' } }
    const refused = { captureRefused: false, returnRefused: false }
    return { is: 'held', transId, amount: order.amount, ...refused }
  }

  /** The platform's hash takes in the address that the charge was made with. */
  const isSigned = (platformOrderId: string, email: string): boolean =>
    email === (charges.get(platformOrderId)?.order.email ?? email)

  return {
    sales,
    openings,
    fill(sessionId, plan, typed) {
      const { fingerprint = null, mask = card.mask, wallet = null } = typed ?? {}
      forms.set(sessionId, { state: { is: 'complete', card: { ...card, mask, wallet }, fingerprint }, plan })
    },
    lapse: (sessionId) => forms.set(sessionId, { state: { is: 'ended' }, plan: 'declined' }),
    isAway: (now) => void (away = now),
    becomes(platformOrderId, is) {
      const charge = charges.get(platformOrderId)
      if (!charge) throw new Error(`Nobody charged ${platformOrderId}`)
      const transId = `trans-${platformOrderId}`
      const { amount } = charge.order
      if (is === 'settled') charge.state = { is, transId, amount, returnRefused: false }
      else if (is === 'declined') charge.state = { is, transId, reason: '3-D Secure authentication failed' }
      else if (is === 'returned') charge.state = { is, transId }
      else charge.state = { is: 'held', transId, amount, captureRefused: true, returnRefused: false }
    },
    becomesOtherAmount(platformOrderId, amount) {
      const charge = charges.get(platformOrderId)
      if (!charge) throw new Error(`Nobody charged ${platformOrderId}`)
      charge.state = { is: 'settled', transId: `trans-${platformOrderId}`, amount, returnRefused: false }
    },
    reports(platformOrderId, state) {
      const charge = charges.get(platformOrderId)
      if (!charge) throw new Error(`Nobody charged ${platformOrderId}`)
      charge.state = state
    },
    refusesReturn: (id, refuses) => void (refuses ? refusing.add(id) : refusing.delete(id)),
    refusesTokens: () => void (isTokenRefused = true),
    async openFields(input) {
      if (away) throw new Refusal('platform_unreachable')
      openings.push(input)
      if (input.cardToken !== null && isTokenRefused) return 'token_refused'
      const sessionId = `form-${openings.length}-${Math.random().toString(36).slice(2)}`
      forms.set(sessionId, { state: { is: 'open' }, plan: 'held' })
      return { sessionId, url: `http://cards.test/fields/${sessionId}` }
    },
    async fields(sessionId) {
      if (away) throw new Refusal('platform_unreachable')
      return forms.get(sessionId)?.state ?? { is: 'ended' }
    },
    async charge(order) {
      const plan = forms.get(order.sessionId)?.plan ?? 'held'
      if (away || plan === 'lost_before') return unknown
      if (plan === 'turned_away') return { is: 'turned_away' }
      const earlier = charges.get(order.platformOrderId)
      if (earlier) return earlier.state
      sales.push(order)
      const state = stateOf(plan, order, `trans-${order.platformOrderId}`)
      charges.set(order.platformOrderId, { state, order })
      return plan === 'lost_after' ? unknown : state
    },
    async getPaymentStatus({ platformOrderId, email }) {
      if (away || !isSigned(platformOrderId, email)) return unknown
      return charges.get(platformOrderId)?.state ?? { is: 'absent' }
    },
    async refund({ platformOrderId, transId, email }) {
      if (away || !isSigned(platformOrderId, email)) return 'unknown'
      const charge = charges.get(platformOrderId)
      if (!charge || refusing.has(platformOrderId)) return 'refused'
      charge.state = { is: 'returned', transId }
      return 'accepted'
    },
  }
}

/** A redirect whose parameters must be handed on exactly as the platform wrote them. */
export const challenge = {
  url: 'https://bank.test/acs?order=1',
  method: 'POST',
  params: '{"PaReq":"a+b/=\\n \\"&<\\u00e9","MD":"1","nested":{"n":1.0,"list":["x",true,null]}}',
} as const

/** A redirect that is nothing but an address. */
export const redirect = {
  url: 'https://bank.test/pay?session=a%2Bb&step=1',
  method: 'GET',
  params: '[]',
} as const
