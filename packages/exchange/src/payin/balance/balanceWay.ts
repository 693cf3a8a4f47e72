import type { PayinWay } from '../way/PayinWay.ts'
import { repriceReceived } from '../way/repriceReceived.ts'
import type { BalancePayin } from './machine/BalancePayin.ts'

/** Paying from a balance: the money is with us, so no rail is asked, and a refund is only a booking. */
export const balanceWay: PayinWay<BalancePayin, object> = {
  ask(_deps, { id }) {
    throw new Error(`Order ${id} is paid from a balance, which nobody outside is asked about`)
  },
  refund(_deps, { id }) {
    throw new Error(`Order ${id} is paid from a balance, to which nobody outside gives back`)
  },
  async price(_deps, order, { prices }) {
    return repriceReceived(order, order.quote.payin, prices)
  },
  async confirmExpiry() {
    return true
  },
}
