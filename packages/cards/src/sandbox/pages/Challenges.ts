import type { Money } from '@cambio/wire/Money.ts'

/*
 * The sandbox's bank. A merchant sends the buyer here; the buyer decides; the page's form carries the decision to
 * the platform's own return address.
 *
 *   3-D Secure   POST /sandbox/3ds                        PaReq, MD (trans_id), TermUrl
 *   redirect     GET  /sandbox/redirect/{trans_id}/{request}
 *   both then    POST {termUrl}                           PaRes, MD; MD alone from a challenge that is over
 *
 * `request` is the secret of this one challenge (PaReq, or the last part of the path): who knows it may see the
 * page. PaRes is made and opened by PaRes.ts; a browser cannot make one up.
 *
 * The return address answers with a page that moves the browser on, not with a redirect: form-action holds for
 * every hop of a form's answer, and the policy of the bank's page names the platform alone.
 */

/** What the bank's pages ask of the platform. */
export type Challenges = {
  /** The challenge of this transaction and secret, or null when they do not belong together. */
  find(transId: string, request: string): Promise<Challenge | null>
}

export type Challenge = {
  readonly kind: '3ds' | 'redirect'
  /** Whether an answer still counts; a decided or timed-out challenge is shown as closed. */
  readonly open: boolean
  /** The platform's own address that takes the decision. */
  readonly termUrl: string
  /** As on the cardholder's statement. */
  readonly descriptor: string
  readonly amount: Money
  /** First six, six stars, last four. */
  readonly card: string
  /** After this the payment is declined. */
  readonly expiresAt: Date
}
