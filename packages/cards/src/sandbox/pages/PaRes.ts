import { createHmac, timingSafeEqual } from 'node:crypto'

/** What the buyer chose at the sandbox's bank. */
export type Decision = (typeof decisions)[number]

export const decisions = ['approve', 'decline', 'cancel'] as const

/** The bank's word on one transaction, for the browser to carry: `<decision>.<base64url HMAC-SHA256>`. */
export function sealPaRes(key: Uint8Array, transId: string, decision: Decision): string {
  return `${decision}.${proof(key, transId, decision).toString('base64url')}`
}

/** The decision inside, or null when this is not the bank's word on this transaction. */
export function openPaRes(key: Uint8Array, transId: string, paRes: string): Decision | null {
  const [word, mark = ''] = paRes.split('.', 2)
  const decision = decisions.find((one) => one === word)
  if (!decision) return null
  const expected = proof(key, transId, decision)
  const received = Buffer.from(mark, 'base64url')
  return received.length === expected.length && timingSafeEqual(received, expected) ? decision : null
}

function proof(key: Uint8Array, transId: string, decision: Decision): Buffer {
  return createHmac('sha256', key).update(`${transId} ${decision}`).digest()
}
