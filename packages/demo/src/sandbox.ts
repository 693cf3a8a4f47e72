/*
 * What a fresh sandbox knows. All of it is published, which is why a sandbox listens on loopback only and MODE=live
 * refuses every one of these.
 */

export { sandboxPartner } from '@cambio/bff/program/sandboxPartner.ts'

/** The exchange's account at the card platform. */
export const sandboxMerchant = {
  clientKey: '11111111-1111-4111-8111-111111111111',
  password: 'sandbox-merchant-password',
} as const
