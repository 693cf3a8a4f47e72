/** Why a wallet's payment token is not taken. The words are for the log; they hold nothing of the token. */
export type WalletRefusal =
  | 'unreadable'
  | 'signing_key_not_signed'
  | 'signing_key_expired'
  | 'not_signed'
  | 'other_recipient'
  | 'other_key'
  | 'altered'
  | 'expired'
  | 'other_amount'
  | 'not_offered'

/** A wallet's payment token that is not taken. */
export class WalletRefused extends Error {
  override readonly name = 'WalletRefused'
  readonly reason: WalletRefusal

  constructor(reason: WalletRefusal) {
    super(`The wallet's token is refused: ${reason}`)
    this.reason = reason
  }
}
