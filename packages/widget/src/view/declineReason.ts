import type { WidgetOrder } from '@cambio/wire/widget/Widget.ts'
import type { PlainKey, Say } from '../text.ts'

/**
 * The card platform's closed list of reasons, in its protocol's words: what each is called, and what
 * the buyer can try after it.
 */
const reasons: { readonly [reason: string]: readonly [name: PlainKey, advice: PlainKey] } = {
  'Declined by processing': ['decline.processing', 'advice.bank'],
  'Insufficient funds': ['decline.funds', 'advice.funds'],
  'Do not honor': ['decline.doNotHonor', 'advice.bank'],
  'Expired card': ['decline.expired', 'advice.otherCard'],
  'Invalid card number': ['decline.number', 'advice.details'],
  'Invalid CVV': ['decline.code', 'advice.details'],
  'Card restricted': ['decline.restricted', 'advice.allow'],
  'Lost or stolen card': ['decline.lost', 'advice.otherCard'],
  'Suspected fraud': ['decline.fraud', 'advice.bank'],
  'Amount limit exceeded': ['decline.limit', 'advice.limit'],
  'Transaction not permitted': ['decline.notPermitted', 'advice.allow'],
  '3-D Secure authentication failed': ['decline.challenge', 'advice.confirm'],
  Timeout: ['decline.timeout', 'advice.confirm'],
}

const listed = new Map<string | null, (typeof reasons)[string]>(Object.entries(reasons))

type Attempt = Pick<NonNullable<WidgetOrder['attempt']>, 'state' | 'decline_reason'>

/** What a buyer can try after an attempt; null where its status says that. */
export function adviceAfter({ state, decline_reason }: Attempt): PlainKey | null {
  if (state === 'canceled') return 'advice.confirm'
  return state === 'declined' ? (listed.get(decline_reason)?.[1] ?? 'advice.bank') : null
}

/** The advice to pay with the same card. */
const retried: ReadonlySet<PlainKey> = new Set(['advice.confirm', 'advice.details'])

/** Whether the card that an attempt was made with may pay yet: nobody refused it, or what was typed was wrong. */
export function mayPayYet(attempt: Attempt): boolean {
  const advice = adviceAfter(attempt)
  return advice === null || retried.has(advice)
}

/** A decline's reason for its reader; one that is not on the list is shown as it was received. */
export function declineReason(reason: string, say: Say): string {
  const name = listed.get(reason)?.[0]
  return name ? say(name) : reason
}
