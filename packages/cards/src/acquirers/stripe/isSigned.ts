import { createHmac, timingSafeEqual } from 'node:crypto'

/** How far a webhook's time may differ from ours, seconds. */
const TOLERANCE_SECONDS = 300

/**
 * Whether a webhook is from the account: HMAC-SHA256 over `<t>.<body>` under one of its secrets, in the header
 * `Stripe-Signature: t=<unix seconds>,v1=<hex>[,v1=<hex>]` (docs.stripe.com/webhooks/signature).
 */
export function isSigned(
  { header, body }: { header: string; body: string },
  { secrets, at }: { secrets: readonly string[]; at: Date },
): boolean {
  const fields = header.split(',').map((field) => field.trim().split('=', 2))
  const time = fields.find(([name]) => name === 't')?.[1] ?? ''
  if (!/^\d{1,12}$/.test(time)) return false
  if (Math.abs(at.getTime() / 1000 - Number(time)) > TOLERANCE_SECONDS) return false
  const marks = fields.filter(([name]) => name === 'v1').map(([, mark = '']) => Buffer.from(mark, 'hex'))
  return secrets.some((secret) => {
    const expected = createHmac('sha256', secret).update(`${time}.${body}`).digest()
    return marks.some((mark) => mark.length === expected.length && timingSafeEqual(mark, expected))
  })
}
