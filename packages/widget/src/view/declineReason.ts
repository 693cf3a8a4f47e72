import type { PlainKey, Say } from '../text.ts'

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

/** What the buyer can try after each reason. */
const advice: Readonly<Record<string, PlainKey>> = {
  'Declined by processing': 'advice.bank',
  'Insufficient funds': 'advice.funds',
  'Do not honor': 'advice.bank',
  'Expired card': 'advice.otherCard',
  'Invalid card number': 'advice.details',
  'Invalid CVV': 'advice.details',
  'Card restricted': 'advice.allow',
  'Lost or stolen card': 'advice.otherCard',
  'Suspected fraud': 'advice.bank',
  'Amount limit exceeded': 'advice.limit',
  'Transaction not permitted': 'advice.allow',
  '3-D Secure authentication failed': 'advice.confirm',
  Timeout: 'advice.confirm',
}

/** What a buyer can try after a decline. */
export function declineAdvice(reason: string | null): PlainKey {
  return (reason !== null && Object.hasOwn(advice, reason) && advice[reason]) || 'advice.bank'
}

/** A decline's reason for the reader; an unknown one is shown as it was received. */
export function declineReason(reason: string, say: Say): string {
  const key = Object.hasOwn(keys, reason) && keys[reason]
  return key ? say(key) : reason
}
