import type { Card } from './card/Card.ts'
import type { NetworkToken } from './networkToken/NetworkToken.ts'

/**
 * What a SALE is paid with, complete: for the vault and the acquirer only. Each kind has its `is` and its folder. All
 * of them have a number (`pan`) and an expiry.
 */
export type MeansOfPayment = Card | NetworkToken
