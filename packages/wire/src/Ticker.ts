import * as z from 'zod/mini'

/** A price without a unit: a plain decimal of at most 18 fractional digits. */
const Price = z.string().check(z.regex(/^\d+(\.\d{1,18})?$/))

/** The buying and selling price of one whole unit of the base currency in the quote currency, version 1. */
export const TickerV1 = z.object({
  /** `<BASE>-<QUOTE>`: the base is what an order pays out, the quote what it pays in. */
  name: z.string(),
  /** What a buyer pays for one unit, spread included: the rate of a quote. */
  ask: Price,
  /** The worth of one unit in the other direction, minus the same spread. */
  bid: Price,
})
export type TickerV1 = z.infer<typeof TickerV1>

/** A ticker of version 2. */
export const Ticker = z.extend(TickerV1, {
  /** The rate of an order with a floating rate if its money arrived now. */
  floating_rate: Price,
})
export type Ticker = z.infer<typeof Ticker>
