import * as Currency from '@cambio/wire/Currency.ts'
import * as Money from '@cambio/wire/Money.ts'
import { statusesAt, type OrderData, type Status } from '@cambio/wire/order/Order.ts'
import { withMetadata } from '@cambio/wire/partner/Metadata.ts'
import { payinData } from '../../payin/Payin.ts'
import { payoutTraitsOf } from '../../payout/traits/PayoutTraits.ts'
import { endedAt, type Order } from '../Order.ts'
import { unixNumber, unixText } from '../time.ts'
import { attemptData } from './attemptData.ts'
import { cryptoData } from './cryptoData.ts'
import { moneyOf } from './moneyOf.ts'
import { partnerStatusLog, partnerStatus } from './partnerStatus.ts'
import { refundReason } from './refundReason.ts'

/** An order in its current state, as its partner sees it at a given time. */
export function orderData(order: Order, at: Date): OrderData {
  const { payin, quote } = order
  const { card, method } = payinData(payin, order.createdAt)
  const finishedAt = endedAt(order)
  return {
    partner_order_id: order.partnerOrderId,
    client_order_id: order.id,
    payin_amount: Money.format(quote.payin),
    payout_amount: Money.format(quote.payout),
    payin_amount_eur: Money.format(quote.payinEur),
    payout_amount_eur: Money.format(quote.payoutEur),
    service_fee_amount: Money.format(quote.marginFee),
    service_fee_amount_eur: Money.format(quote.marginEur),
    service_fee_percent: percent(quote.marginFee, quote.payin),
    payin_currency: quote.payin.currency,
    payout_currency: quote.payout.currency,
    payin_group: quote.payinGroup,
    payout_group: quote.payoutGroup,
    payin_method: method,
    payib_method: method,
    payout_method: quote.payoutGroup,
    payout_txid: txidOf(order),
    status: partnerStatus(order, order.status),
    substatus: order.substatus,
    card_type: card?.brand ?? null,
    card_number: card?.mask ?? null,
    payin_card_country: card?.issuerCountry ?? null,
    ...destination(order),
    client_country: order.clientCountry,
    country_by_ip: order.remoteCountry,
    ...(order.purchase && {
      purchase_currency: order.purchase.currency,
      purchase_amount: Money.format(order.purchase),
    }),
    ...childData(order),
    ...cryptoData(order, at),
    created_at: unixText(order.createdAt),
    finished_at: finishedAt && unixText(finishedAt),
    money: moneyOf(order),
    refund_reason: refundReason(order),
    attempts: attemptData(order),
    status_log: partnerStatusLog(order).map(({ at, status }) => ({ at: unixNumber(at), status })),
    ...(order.status === 'error' && { error_message: order.errorMessage ?? 'Declined by processing' }),
    ...withMetadata(order.metadata),
  }
}

/** The child order of a merchant order. It follows its parent: it is sold once the parent's money is received. */
function childData({ child, quote: { payout }, status }: Order): Partial<OrderData> {
  if (!child) return {}
  return {
    child_order_id: child.id,
    child_payin_amount: Money.format(payout),
    child_payin_currency: payout.currency,
    child_payout_amount: Money.format(child.proceeds),
    child_payout_currency: child.proceeds.currency,
    child_order_status: childStatus(status),
    child_order_substatus: null,
  }
}

function childStatus(status: Status): Status {
  if (status === 'finished' || status === 'processing_payout') return childStatuses[status]
  return off.has(status) ? 'canceled' : 'payin_pending'
}

const childStatuses = { finished: 'finished', processing_payout: 'processing' } as const
const off: ReadonlySet<Status> = new Set(statusesAt('off'))

/** Where the pay-out goes, with the memo under its network's name for it. */
export function destination(order: Order): Pick<OrderData, 'dst_address' | Currency.MemoKind> {
  const { memo: kind } = Currency.get(order.quote.payout.currency)
  const { memo } = order.destination
  return {
    dst_address: addressOf(order),
    dst_tag: kind === 'dst_tag' && memo !== null ? Number(memo) : null,
    memo_id: kind === 'memo_id' ? memo : null,
    memo_value: kind === 'memo_value' ? memo : null,
  }
}

/** The address that the coins go to; null where they stay with the exchange, on a balance. */
export function addressOf({ child, destination: { address }, quote }: Order): string | null {
  return child !== null || payoutTraitsOf(quote.payoutGroup).isToBalance ? null : address
}

/** The network's id of the payment, once it is on its way. */
export function txidOf({ payout }: Order): string | null {
  return payout?.state === 'sent' || payout?.state === 'done' ? payout.txid : null
}

/** The pay-out's transaction as the buyer may see it; none where the coins were sold for the partner. */
export function buyersTxidOf(order: Order): string | null {
  return order.child === null ? txidOf(order) : null
}

/** A fee as a share of an amount, in percent with two digits, rounded down. */
function percent(fee: Money.Money, of: Money.Money): string {
  return Money.decimal((fee.units * 10_000n) / of.units, 2)
}
