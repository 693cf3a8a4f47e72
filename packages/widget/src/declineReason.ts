import type { PlainKey, Say } from './text.ts'

/** The card platform's closed list of reasons, in its protocol's words. */
const keys: Readonly<Record<string, PlainKey>> = {
  'Declined by processing': 'decline.processing',
  'Insufficient funds': 'decline.funds',
  'Do not honor': 'decline.doNotHonor',
  'Expired card': 'decline.expired',
  'Invalid card number': 'decline.number',
  'Invalid CVV': 'decline.code',
  'Card restricted': 'decline.restricted',
  'Lost or stolen card': 'decline.lost',
  'Suspected fraud': 'decline.fraud',
  'Amount limit exceeded': 'decline.limit',
  'Transaction not permitted': 'decline.notPermitted',
  '3-D Secure authentication failed': 'decline.challenge',
  Timeout: 'decline.timeout',
}

/** A decline's reason for its reader; one that is not on the list stands as it came. */
export function declineReason(reason: string, say: Say): string {
  const key = Object.hasOwn(keys, reason) && keys[reason]
  return key ? say(key) : reason
}
