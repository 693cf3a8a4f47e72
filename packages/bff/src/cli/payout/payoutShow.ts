import { command } from '@cambio/server/cli/Command.ts'
import * as Money from '@cambio/wire/Money.ts'
import * as z from 'zod/mini'
import { readPayoutRules } from '../../store/catalogue.ts'
import { usedOfCaps, waitingDepartures, type Waiting } from '../../store/departures.ts'
import type { StoreDeps } from '../../store/StoreDeps.ts'

const Cap = z.object({
  /** EUR; null if there is no cap. */
  cap: z.nullable(z.string()),
  /** EUR paid out, counted while there was a cap. */
  used: z.string(),
})
type Cap = z.infer<typeof Cap>

/** Shows what may be paid out now, and what waits. */
export const payoutShow = command({
  name: 'payout show',
  summary: [
    'Shows what is paused, how much of the caps of an hour and a day is used up, and every payment that waits for either.',
    'The caps are settings: “tariff set payouts.hourEurCents 1000000”, and payouts.dayEurCents; “unlimited” takes one away.',
  ].join('\n'),
  words: {},
  options: {},
  json: z.object({
    all_paused: z.boolean(),
    paused: z.array(z.string()),
    hour: Cap,
    day: Cap,
    waiting: z.array(
      z.object({
        payment_id: z.string(),
        client_order_id: z.string(),
        amount: z.string(),
        currency: z.string(),
        why: z.enum(['paused', 'hour_cap', 'day_cap']),
        since: z.string(),
      }),
    ),
  }),
  async run(deps: StoreDeps) {
    const payouts = await readPayoutRules(deps.query, deps.now())
    const used = await usedOfCaps(deps)
    const hour = capOf(payouts.hourEurCents, used.hour)
    const day = capOf(payouts.dayEurCents, used.day)
    const waiting = (await waitingDepartures(deps)).map(waitingOutput)
    const paused = [...payouts.paused].toSorted()
    const data = { all_paused: payouts.allPaused, paused, hour, day, waiting }
    const lines = waiting.map(
      (each) =>
        `${each.client_order_id}  ${each.amount} ${each.currency}  ${words[each.why]} since ${each.since}`,
    )
    return {
      text: [pauseText(payouts.allPaused, paused), capText('hour', hour), capText('day', day), ...lines].join(
        '\n',
      ),
      data,
    }
  },
})

const words = {
  paused: 'waits since it is paused,',
  hour_cap: 'waits for room in the hour’s cap,',
  day_cap: 'waits for room in the day’s cap,',
} as const

function pauseText(allPaused: boolean, paused: readonly string[]): string {
  if (allPaused) return 'Pay-outs are paused.'
  return paused.length === 0 ? 'Nothing is paused.' : `Paused: ${paused.join(', ')}.`
}

function capText(span: 'hour' | 'day', { cap, used }: Cap): string {
  return cap === null
    ? `No cap by ${span}.`
    : `${used} of ${cap} EUR were used in the last ${span === 'hour' ? '60 minutes' : '24 hours'}.`
}

function capOf(cap: bigint | null, used: bigint): Cap {
  return { cap: cap === null ? null : eur(cap), used: eur(used) }
}

function eur(units: bigint): string {
  return Money.format({ units, currency: 'EUR' })
}

function waitingOutput({ paymentId, orderId, amount, why, since }: Waiting) {
  return {
    payment_id: paymentId,
    client_order_id: orderId,
    amount: Money.format(amount),
    currency: amount.currency,
    why,
    since: since.toISOString(),
  }
}
