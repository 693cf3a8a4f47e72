import { createHmac, timingSafeEqual } from 'node:crypto'

/** What a buyer can choose at the sandbox's bank. */
export const decisions = ['approve', 'decline', 'cancel'] as const
export type Decision = (typeof decisions)[number]

/** How a challenge ends: by the buyer's decision, or by none in time. */
export const challengeEnds = [...decisions, 'timeout'] as const
type ChallengeEnd = (typeof challengeEnds)[number]

/** The bank's word on one transaction, for the browser to carry: `<end>.<base64url HMAC-SHA256>`. */
export function sealPaRes(key: Uint8Array, transId: string, end: ChallengeEnd): string {
  return `${end}.${proof(key, transId, end).toString('base64url')}`
}

/** The end inside, or null when this is not the bank's word on this transaction. */
export function openPaRes(key: Uint8Array, transId: string, paRes: string): ChallengeEnd | null {
  const [word, mark = ''] = paRes.split('.', 2)
  const end = challengeEnds.find((one) => one === word)
  if (!end) return null
  const expected = proof(key, transId, end)
  const received = Buffer.from(mark, 'base64url')
  return received.length === expected.length && timingSafeEqual(received, expected) ? end : null
}

function proof(key: Uint8Array, transId: string, end: ChallengeEnd): Buffer {
  return createHmac('sha256', key).update(`${transId} ${end}`).digest()
}
