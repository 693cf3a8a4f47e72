import { balanceWay } from '../payin/balance/balanceWay.ts'
import type { CardRail } from '../payin/card/CardRail.ts'
import { cardWay } from '../payin/card/cardWay.ts'
import { depositWay } from '../payin/deposit/depositWay.ts'
import type { FollowDeps } from '../payin/deposit/followDeposits.ts'
import type { RefundDeps } from '../payin/deposit/refundDeposit.ts'
import type { Payin } from '../payin/Payin.ts'
import type { PayerDeps } from '../payin/transfer/ownPayer.ts'
import type { TransferRail } from '../payin/transfer/TransferRail.ts'
import { transferWay } from '../payin/transfer/transferWay.ts'
import type { PayinWay } from '../payin/way/PayinWay.ts'

/** The combined deps of all ways to pay in. */
export type WayDeps = FollowDeps & RefundDeps & PayerDeps & { card: CardRail; transfer: TransferRail }

type WayFor<Kind extends Payin['is']> = PayinWay<Extract<Payin, { is: Kind }>, WayDeps>

/** One entry for each way to pay in: what it does about the money when an order is due. */
const payinWays: { readonly [Kind in Payin['is']]: WayFor<Kind> } = {
  card: cardWay,
  transfer: transferWay,
  deposit: depositWay,
  balance: balanceWay,
}

/** The way of a pay-in. */
export function wayOf(payin: Payin): PayinWay<Payin, WayDeps> {
  return payinWays[payin.is]
}
