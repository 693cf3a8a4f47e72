/**
 * The partner's account that a sandbox is started with: the demo shop's, and the one that the reference calls with. It is
 * published, which is why a sandbox listens on loopback only; a live installation has no such account.
 */
export const sandboxPartner = {
  apiKey: 'SANDBOXPARTNER01',
  secret: 'sandbox-partner-secret',
  callbackSecret: 'sandbox-callback-secret',
} as const

/** The contact who signs in to the page of that account: the mail with the link is in the sandbox's outbox. */
export const SANDBOX_CONTACT = 'partner@example.com'
