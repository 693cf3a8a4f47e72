import type { Payin } from '@cambio/exchange/payin/Payin.ts'
import { cardShown } from './card/cardShown.ts'
import { depositShown } from './deposit/depositShown.ts'
import type { PayinShown } from './PayinShown.ts'
import { transferShown } from './transfer/transferShown.ts'

type Shown<P extends Payin> = (payin: P) => Partial<PayinShown>

/** One entry for each way to pay in. */
const shown: { readonly [Kind in Payin['is']]: Shown<Extract<Payin, { is: Kind }>> } = {
  card: cardShown,
  transfer: transferShown,
  deposit: depositShown,
  // An order that is paid from a balance has no payments of its own.
  balance: () => ({}),
}

/** How an order is paid, as the operator reads it. */
export function payinShown(payin: Payin): PayinShown {
  const show = shown[payin.is] as Shown<Payin>
  return { refund_address: null, attempts: [], deposits: [], transfers: [], ...show(payin) }
}
