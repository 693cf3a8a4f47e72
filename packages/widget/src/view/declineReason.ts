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

/** What a buyer can try after a decline. */
export function declineAdvice(reason: string | null): PlainKey {
  return listed.get(reason)?.[1] ?? 'advice.bank'
}

/** A decline's reason for its reader; one that is not on the list is shown as it was received. */
export function declineReason(reason: string, say: Say): string {
  const name = listed.get(reason)?.[0]
  return name ? say(name) : reason
}
