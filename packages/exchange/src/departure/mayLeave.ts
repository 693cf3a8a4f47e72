import { Refusal } from '@cambio/wire/http/Problem.ts'
import type { Catalogue } from '../catalogue/Catalogue.ts'
import { isPaused } from '../catalogue/PayoutRules.ts'
import { inEur } from '../price/euro.ts'
import { freshPrices } from '../price/freshPrices.ts'
import type { RateSource } from '../price/RateSource.ts'
import type { Departure, Departures, WaitReason } from './Departures.ts'

export type LeaveDeps = {
  catalogue: Catalogue
  rates: RateSource
  departures: Departures
  now: () => Date
}

/**
 * Whether a payment may be handed to its rail now. It waits while the operator has paused pay-outs or the cap of an
 * hour or a day is used up. Where there is a cap, it also waits while there is no price to count it by. Ask again
 * later: the payment leaves once the operator resumes pay-outs or the cap allows it.
 */
export async function mayLeave(deps: LeaveDeps, departure: Departure): Promise<boolean> {
  const why = await reasonToWait(deps, departure)
  if (why === null) return true
  if (why !== 'no_price') await deps.departures.keepWaiting(departure, why)
  return false
}

async function reasonToWait(deps: LeaveDeps, departure: Departure): Promise<WaitReason | 'no_price' | null> {
  const { payouts, tariff } = deps.catalogue.now()
  if (isPaused(payouts, departure.amount.currency)) return 'paused'
  if (payouts.hourEurCents === null && payouts.dayEurCents === null) return null
  try {
    const { units } = inEur(departure.amount, await freshPrices(deps, tariff))
    return await deps.departures.count(departure, units, payouts)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'rate_unavailable') return 'no_price'
    throw error
  }
}
