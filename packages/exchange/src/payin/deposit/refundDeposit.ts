import * as Currency from '@cambio/wire/Currency.ts'
import { subtract } from '@cambio/wire/Money.ts'
import { tariffFor } from '../../catalogue/Catalogue.ts'
import { mayLeave, type LeaveDeps } from '../../departure/mayLeave.ts'
import type { Fact, Order } from '../../order/Order.ts'
import type { WarnOperator } from '../../order/WarnOperator.ts'
import {
  findPayoutRail,
  type PayoutRail,
  type PayoutRails,
  type PayoutState,
} from '../../payout/PayoutRail.ts'
import { fromEur } from '../../price/euro.ts'
import type { Screening } from '../../screening/Screening.ts'
import { depositsOf } from '../Payin.ts'
import { atFreshPrices } from '../way/atFreshPrices.ts'
import type { StepOutcome } from '../way/PayinWay.ts'
import { findDepositRail, type DepositRails } from './DepositRail.ts'
import { COINS_REMOVED } from './followDeposits.ts'
import type { Deposit, DepositPayin } from './machine/DepositPayin.ts'

/** What a refund of coins needs. */
export type RefundDeps = LeaveDeps & {
  payout: PayoutRails
  deposits: DepositRails
  screening: Screening
  warnOperator: WarnOperator
}

/**
 * Refunds a deposit from our wallet: the network fee is fixed first, then the coins are sent under an id of their own
 * and asked about until they are final.
 */
export async function refundDeposit(
  deps: RefundDeps,
  order: Order,
  { refundAddress }: DepositPayin,
  deposit: Deposit,
): Promise<StepOutcome> {
  const { number, amount, refundFee: fee } = deposit
  if (refundAddress === null) throw new Error(`Deposit ${number} of ${order.id} goes nowhere`)
  const { network } = Currency.get(amount.currency)
  if (network === null) throw new Error(`${amount.currency} is no coin`)
  if (fee === null)
    return atFreshPrices(deps, (prices) => {
      const { transferEurCents } = tariffFor(deps.catalogue.now(), order.partnerId)
      return { is: 'refund_priced', number, fee: fromEur(transferEurCents[network], amount.currency, prices) }
    })
  const rail = findPayoutRail(deps.payout, { group: 'crypto', network })
  if (!rail) return 'unknown'
  const payoutId = refundId(order, deposit)
  const state = await rail.getStatus(payoutId)
  if (state.is !== 'absent') return outcomeOf(deposit, state)
  const earlier = await earlierTry(rail, order, deposit)
  if (earlier !== null) return earlier
  const objection = await objectionTo(deps, order, deposit)
  if (objection !== null) return objection
  const screened = await deps.screening.screen([refundAddress])
  if (screened === 'unknown') return 'unknown'
  if (screened === 'listed') {
    deps.warnOperator(
      'coins would be refunded to a wallet on a sanctions list: “order show” shows it, “order resolve” resolves it',
      order.id,
    )
    return { is: 'frozen', note: 'The wallet that coins go back to is on a list of sanctions' }
  }
  const payment = { orderId: order.id, amount: subtract(amount, fee) }
  if (!(await mayLeave(deps, { ...payment, paymentId: payoutId }))) return 'unknown'
  return outcomeOf(
    deposit,
    await rail.send({
      ...payment,
      payoutId,
      address: refundAddress,
      memo: null,
      payee: null,
    }),
  )
}

/**
 * Asks about the earlier tries to refund a deposit, since a reorganisation may still include a failed one in the chain;
 * no other is sent then. Null where each has failed for good.
 */
async function earlierTry(rail: PayoutRail, order: Order, deposit: Deposit): Promise<StepOutcome | null> {
  for (let refundFailures = 0; refundFailures < deposit.refundFailures; refundFailures++) {
    const tried = { ...deposit, refundFailures }
    const state = await rail.getStatus(refundId(order, tried))
    if (state.is !== 'failed' && state.is !== 'refused' && state.is !== 'absent')
      return outcomeOf(tried, state)
  }
  return null
}

/** Why a deposit cannot be refunded now: a reorganisation removed its coins, or they wait for a block again. */
async function objectionTo(
  { deposits, warnOperator }: Pick<RefundDeps, 'deposits' | 'warnOperator'>,
  { id }: Order,
  { entry, amount }: Deposit,
): Promise<StepOutcome | null> {
  const rail = findDepositRail(deposits, amount.currency)
  const onChain = (await rail?.depositsOf(id))?.deposits.find((other) => other.entry === entry)
  if (!onChain || onChain.state === 'final') return null
  if (onChain.minedAt !== null) return 'unknown'
  warnOperator(COINS_REMOVED, id)
  return { is: 'deposit_gone', entry }
}

/** The id of a refund on its rail. After one that failed for good, the next is another payment with another id. */
export function refundId(
  { id }: Pick<Order, 'id'>,
  { number, refundFailures }: Pick<Deposit, 'number' | 'refundFailures'>,
): string {
  return refundFailures === 0 ? `${id}-refund-${number}` : `${id}-refund-${number}-${refundFailures + 1}`
}

/** The ids of an order's refunds that have failed for good. */
export function failedRefunds(order: Order): string[] {
  return depositsOf(order.payin).flatMap(({ number, refundFailures }) =>
    Array.from({ length: refundFailures }, (_, failures) =>
      refundId(order, { number, refundFailures: failures }),
    ),
  )
}

/** The end of a refund. */
export type RefundFact = Fact & { is: 'refund_done' | 'refund_failed' }

/** The outcome of a refund, as a fact about its order. */
export function outcomeOf(
  { number, refundFailures: failures }: Deposit,
  state: PayoutState,
): RefundFact | 'unknown' {
  switch (state.is) {
    case 'unknown':
    case 'absent':
    case 'sent':
      return 'unknown'
    case 'confirmed':
      return { is: 'refund_done', number, failures, txid: state.txid }
    case 'refused':
    case 'failed':
      return { is: 'refund_failed', number, failures, reason: state.reason }
  }
}
