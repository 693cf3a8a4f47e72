import type { Card } from './card/Card.ts'
import type { NetworkToken } from './networkToken/NetworkToken.ts'

/**
 * What a SALE is paid with, whole: for the vault and the acquirer only. Each kind has its `is` and its folder. What all
 * of them have is a number (`pan`) and an expiry.
 */
export type MeansOfPayment = Card | NetworkToken
