import { tariffFor, type Snapshot } from '@cambio/exchange/catalogue/Catalogue.ts'
import { inOrder, snapshotAt, type CatalogueChange } from '@cambio/exchange/catalogue/CatalogueChange.ts'
import { changesOf, faultsWith, unreadableIn } from '@cambio/exchange/catalogue/Proposal.ts'
import type { Tariff } from '@cambio/exchange/catalogue/Tariff.ts'
import type { Mode } from '@cambio/exchange/payout/destination.ts'
import type { Lines } from '@cambio/exchange/price/Quote.ts'
import { discountOf, repriceByTariff, type Repriced } from '@cambio/exchange/price/repriceByTariff.ts'
import { withoutTransfers } from '@cambio/exchange/price/withoutTransfers.ts'
import { required, text } from '@cambio/server/cli/arguments.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { command } from '@cambio/server/cli/Command.ts'
import { counted } from '@cambio/server/cli/counted.ts'
import * as Money from '@cambio/wire/Money.ts'
import * as Rate from '@cambio/wire/Rate.ts'
import * as z from 'zod/mini'
import { readChanges } from '../../store/catalogue.ts'
import { lastOrders, type PricedOrder } from '../../store/read/lastOrders.ts'
import type { CommandDeps } from '../CommandDeps.ts'
import { andOption, partnerOption, valuesOf } from './changeArguments.ts'
import { partnerIdOf } from './partnerIdOf.ts'

const LinesOutput = z.object({
  rate: z.string(),
  payin_fee: z.string(),
  margin_fee: z.string(),
  payout_fee: z.string(),
  payout_amount: z.string(),
})
const OrderOutput = z.object({
  client_order_id: z.string(),
  payin_amount: z.string(),
  payin_currency: z.string(),
  payout_currency: z.string(),
  before: LinesOutput,
  /** null if the change would have refused the order, for the reason in `refusal`. */
  after: z.nullable(LinesOutput),
  refusal: z.nullable(z.string()),
})
const Sums = z.object({ service_fee_eur: z.string(), paid_out_eur: z.string() })
const Preview = z.object({
  orders: z.array(OrderOutput),
  totals: z.object({ orders: z.int(), refused: z.int(), before: Sums, after: Sums }),
})
type OrderOutput = z.infer<typeof OrderOutput>
type Preview = z.infer<typeof Preview>

const MOST_ORDERS = 100

/** Shows how a change would have priced the last orders. It changes nothing. */
export const tariffPreview = command({
  name: 'tariff preview',
  summary: [
    'Shows how a change by “tariff set” would have priced the last hundred orders. It changes nothing.',
    'Each is priced again for what it paid in, at the mid rate of its own price. Orders that would have been refused',
    'count before the change and not after it.',
  ].join('\n'),
  words: {
    name: required(text('<name>'), 'Name a setting, such as payin.card.serviceBps.'),
    value: required(text('<value>'), 'Give the value to try.'),
  },
  options: { and: andOption, partner: partnerOption },
  json: Preview,
  async run(deps: CommandDeps, { words: { name, value }, options: { and, partner } }) {
    const partnerId = await partnerIdOf(deps, partner)
    const recorded = await readChanges(deps.query)
    const proposal = { values: valuesOf([[name, value], ...and]), partnerId, effectiveAt: deps.now() }
    const unreadable = unreadableIn(proposal)
    const faults = unreadable.length > 0 ? unreadable : faultsWith(recorded, proposal, deps.mode)
    if (faults.length > 0) throw new CallRefused(faults.join('\n'))
    const orders = await lastOrders(deps.query, { partnerId, count: MOST_ORDERS })
    const after = snapshotAt(inOrder([...recorded, ...changesOf(proposal)]), proposal.effectiveAt, deps.mode)
    const compared = orders.map((order) => ({
      order,
      after: repriceByTariff(
        order.quote,
        tariffOf(after, order),
        discountAsPlaced(recorded, order, deps.mode),
      ),
    }))
    const data = { orders: compared.map(orderOutput), totals: totalsOf(compared) }
    return { text: described(data), data }
  },
})

type Compared = { readonly order: PricedOrder; readonly after: Repriced }

/** The tariff of an order in a catalogue. */
function tariffOf(snapshot: Snapshot, { partnerId, isSoldForPartner }: PricedOrder): Tariff {
  const tariff = tariffFor(snapshot, partnerId)
  return isSoldForPartner ? withoutTransfers(tariff) : tariff
}

/** The discount that an order was placed with, computed from the tariff of that time. */
function discountAsPlaced(
  recorded: readonly CatalogueChange[],
  { partnerId, createdAt, quote, couponOffBps }: PricedOrder,
  mode: Mode,
) {
  const then = tariffFor(snapshotAt(recorded, createdAt, mode), partnerId)
  return discountOf(quote, then.payin[quote.payinGroup], couponOffBps)
}

function orderOutput({ order: { id, quote }, after }: Compared): OrderOutput {
  return {
    client_order_id: id,
    payin_amount: Money.format(quote.payin),
    payin_currency: quote.payin.currency,
    payout_currency: quote.payout.currency,
    before: linesOutput(quote),
    after: after.is === 'priced' ? linesOutput(after.lines) : null,
    refusal: after.is === 'refused' ? after.code : null,
  }
}

function linesOutput({ rate, payinFee, marginFee, payoutFee, payout }: Lines): z.infer<typeof LinesOutput> {
  return {
    rate: Rate.format(rate),
    payin_fee: Money.format(payinFee),
    margin_fee: Money.format(marginFee),
    payout_fee: Money.format(payoutFee),
    payout_amount: Money.format(payout),
  }
}

function totalsOf(compared: readonly Compared[]): Preview['totals'] {
  const priced = compared.flatMap(({ after }) => (after.is === 'priced' ? [after] : []))
  return {
    orders: compared.length,
    refused: compared.length - priced.length,
    before: sumsOf(compared.map(({ order }) => order.quote)),
    after: sumsOf(priced),
  }
}

function sumsOf(each: readonly { marginEur: Money.Money; payoutEur: Money.Money }[]): z.infer<typeof Sums> {
  const total = (amounts: readonly Money.Money[]) =>
    Money.format(amounts.reduce(Money.add, Money.zero('EUR')))
  return {
    service_fee_eur: total(each.map(({ marginEur }) => marginEur)),
    paid_out_eur: total(each.map(({ payoutEur }) => payoutEur)),
  }
}

function described({ orders, totals }: Preview): string {
  if (orders.length === 0) return 'There are no orders to price.'
  const { before, after, refused } = totals
  return [
    ...orders.map(orderLine),
    `Of ${counted(totals.orders, 'order', 'orders')} ${refused} would have been refused.`,
    `Service fees  ${before.service_fee_eur} → ${after.service_fee_eur} EUR`,
    `Paid out      ${before.paid_out_eur} → ${after.paid_out_eur} EUR`,
  ].join('\n')
}

function orderLine({ client_order_id: id, before, after, refusal, ...order }: OrderOutput): string {
  const paid = `${id}  ${order.payin_amount} ${order.payin_currency}`
  if (!after) return `${paid}  would have been refused: ${refusal}`
  const { payin_currency: payin, payout_currency: payout } = order
  return [
    paid,
    `service fee ${before.margin_fee} → ${after.margin_fee} ${payin}`,
    `network fee ${before.payin_fee} → ${after.payin_fee} ${payin}`,
    `transfer ${before.payout_fee} → ${after.payout_fee} ${payout}`,
    `rate ${before.rate} → ${after.rate}`,
    `paid out ${before.payout_amount} → ${after.payout_amount} ${payout}`,
  ].join('  ')
}
