import type { Money } from '@cambio/wire/Money.ts'
import type { Card } from '../means/card/Card.ts'
import type { NetworkToken } from '../means/networkToken/NetworkToken.ts'

/** What a wallet's token holds, once it is verified and decrypted. */
export type WalletPayment = {
  readonly means: NetworkToken | Card
  /** The wallet's own id of the token, which is good for one payment. */
  readonly tokenId: string
  /** From then on the token is refused for its age, and its id need not be kept. */
  readonly endsAt: Date
  /** What the buyer approved; null where the wallet does not say. */
  readonly approved: Money | null
}
