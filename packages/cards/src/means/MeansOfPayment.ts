import type { Card } from './card/Card.ts'
import type { NetworkToken } from './networkToken/NetworkToken.ts'

/**
 * What a SALE is paid with, whole: for the vault and the acquirer only. Each kind is told by `is` and stands in a folder
 * of its own. What all of them have is a number (`pan`) and an expiry.
 */
export type MeansOfPayment = Card | NetworkToken
