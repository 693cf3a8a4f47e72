import type { CheckDeps } from '../../person/checkPerson.ts'
import type { PayinWay } from '../way/PayinWay.ts'
import { confirmExpiry, type FollowDeps } from './followDeposits.ts'
import { depositOf, type DepositPayin } from './machine/DepositPayin.ts'
import { priceOfDeposits } from './priceOfDeposits.ts'
import { refundDeposit, type RefundDeps } from './refundDeposit.ts'

/** Paying by coins: the chain shows what was received, and a refund leaves our wallet. */
export const depositWay: PayinWay<DepositPayin, CheckDeps & FollowDeps & RefundDeps> = {
  ask(_deps, { id }) {
    throw new Error(`Order ${id} is paid by coins, of which the chain tells`)
  },
  refund(deps, order, { payin, number }) {
    return refundDeposit(deps, order, payin, depositOf(payin, number))
  },
  price: priceOfDeposits,
  confirmExpiry,
}
