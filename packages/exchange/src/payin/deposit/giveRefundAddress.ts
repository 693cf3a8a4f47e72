import type { AddressFault } from '@cambio/wire/AddressFault.ts'
import * as Currency from '@cambio/wire/Currency.ts'
import { Refusal } from '@cambio/wire/http/Problem.ts'
import { asksRefundAddress } from '../../order/asksRefundAddress.ts'
import { applyFact } from '../../order/life/applyFact.ts'
import type { Order } from '../../order/Order.ts'
import type { OrderStore } from '../../order/OrderStore.ts'
import { checkAddress } from '../../payout/address/checkAddress.ts'
import type { DestinationDeps } from '../../payout/destination.ts'
import { findPayoutRail } from '../../payout/PayoutRail.ts'
import type { Random } from '../../Random.ts'
import { checkScreened } from '../../screening/checkScreened.ts'
import type { Screening } from '../../screening/Screening.ts'
import { depositsOf } from '../Payin.ts'

/**
 * Records the address that a buyer provides for coins that the order does not accept. It can be set once.
 * @throws Refusal order_state where nothing waits for it, address_invalid, address_forbidden
 */
export async function giveRefundAddress(
  deps: DestinationDeps & {
    orders: Pick<OrderStore, 'find' | 'save'>
    screening: Screening
    random: Random
    now: () => Date
  },
  { order, address }: { order: Order; address: string },
): Promise<Order> {
  checkAsksRefundAddress(order)
  checkRefundWallet(deps, { order, address })
  await checkScreened(deps, address, 'address')
  const after = await applyFact(deps, { orderId: order.id, fact: { is: 'refund_address_given', address } })
  if (after.payin.is === 'deposit' && after.payin.refundAddress === address) return after
  throw new Refusal('order_state', 'Another refund wallet is already set; nothing was changed')
}

/** @throws Refusal order_state where nothing waits for a wallet */
export function checkAsksRefundAddress(order: Order): void {
  if (!asksRefundAddress(order))
    throw new Refusal(
      'order_state',
      'No coins of this order are waiting for a refund wallet; nothing was done',
    )
}

/**
 * Checks whether coins of an order could be returned to an address, judging by the address alone.
 * @throws Refusal address_invalid
 */
export function checkRefundWallet(
  { mode, payout }: DestinationDeps,
  { order: { payin }, address }: { order: Order; address: string },
): void {
  for (const { amount } of depositsOf(payin)) {
    const currency = Currency.get(amount.currency)
    const check = checkAddress({ currency, address, memo: null, mode })
    if (!check.ok) throw invalid(check.detail, check.fault)
    const rail = findPayoutRail(payout, { group: 'crypto', network: currency.network })
    const objection = rail?.objectionTo?.(address)
    if (objection !== undefined) throw invalid(objection, 'unpayable')
  }
  const isOurs = payin.is === 'deposit' && payin.address.toLowerCase() === address.toLowerCase()
  if (isOurs)
    throw invalid('This is the address that the order was paid to. Enter your own wallet.', 'unpayable')
}

function invalid(detail: string, fault: AddressFault | null): Refusal {
  const errors = [{ pointer: '/address', code: 'address_invalid', detail }] as const
  return new Refusal('address_invalid', detail, { errors, ...(fault && { extra: { fault } }) })
}
