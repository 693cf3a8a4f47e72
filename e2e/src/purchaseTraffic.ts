import { isStream, type Traffic } from './recordTraffic.ts'

type Answer = Traffic['answers'][number]

/** After this time the price on screen has expired, milliseconds: its minute without some room. */
const PRICE_MS = 50_000

/**
 * What the limits of a purchase count. How often a page renews a price or looks at its order depends on how fast the
 * machine is, and so does whether the stream of its events has ended: it is one request, and its bytes come on top.
 * @returns the answers that count, in the order in which they were asked for
 */
export function purchaseTraffic({ answers, streams }: Traffic): {
  counted: readonly Answer[]
  requests: number
  bytes: number
} {
  const sent = answers.toSorted((one, other) => one.sentAt - other.sentAt)
  const priced = sent.filter(({ url }) => /\/w\/[^/]+$|\/quote$/.test(url))
  const renewals = new Set(priced.filter((answer, index) => msAfter(priced[index - 1], answer) > PRICE_MS))
  const counted = sent.filter(
    (answer) => !isLook(answer.url) && !isStream(answer.url) && !renewals.has(answer),
  )
  return {
    counted,
    requests: counted.length + streams,
    bytes: counted.reduce((sum, { bytes }) => sum + bytes, 0),
  }
}

/** A look at how an order stands, beside its events. */
export function isLook(url: string): boolean {
  return url.includes('/status?')
}

/** How long after another answer one was asked for, milliseconds. */
export function msAfter(before: Answer | undefined, { sentAt }: Answer): number {
  return before ? sentAt - before.sentAt : 0
}
