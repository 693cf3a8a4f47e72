import type { ApplePay } from './applePay/ApplePay.ts'
import type { GooglePay } from './googlePay/GooglePay.ts'

/** What the platform takes each wallet's payments with; null: it takes none of that wallet. */
export type Wallets = {
  readonly google_pay: GooglePay | null
  readonly apple_pay: ApplePay | null
}
