import type { Mode } from '@cambio/exchange/payout/destination.ts'
import { good, warning, type Finding } from '@cambio/server/doctor/Finding.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import type { Need } from '@cambio/server/work/needs.ts'
import { readSnapshot } from '../../store/catalogue.ts'
import { countOf } from '../../store/read/countOf.ts'
import { sanctionsState } from '../../store/sanctions.ts'
import {
  bankNeeds,
  departureNeeds,
  exchangeNeeds,
  partnerMailNeed,
  unconfirmedNeed,
} from '../../work/exchangeNeeds.ts'
import { sanctionsFault } from '../../work/sanctionsWork.ts'

/** Examines what needs a person: owed money, failed callbacks, paused pay-outs, old lists. */
export async function examineWork(deps: { query: Query; now: () => Date; mode: Mode }): Promise<Finding[]> {
  const { query, now, mode } = deps
  const snapshot = await readSnapshot(query, { at: now(), mode })
  const needs = [
    ...exchangeNeeds,
    partnerMailNeed(now),
    ...bankNeeds,
    unconfirmedNeed(now),
    ...departureNeeds({ catalogue: { now: () => snapshot }, now }),
  ]
  const found = (await Promise.all(needs.map((need) => findingOf(query, need)))).flat()
  const waiting = found.length === 0 ? [good('work', 'Nothing needs attention.')] : found
  return [...waiting, ...paused(snapshot.payouts.allPaused, snapshot.payouts.paused), ...(await lists(deps))]
}

async function findingOf(query: Query, need: Need): Promise<Finding[]> {
  const { event } = need
  const count = await countOf(query, need)
  if (count === 0n) return []
  const [what = event, mend = 'Look at it.'] = event.split(/: (?=“)/)
  return [warning('work', `${what} (${count}).`, `${mend}.`)]
}

function paused(all: boolean, currencies: ReadonlySet<string>): Finding[] {
  if (!all && currencies.size === 0) return []
  const what = all ? 'Pay-outs are paused.' : `Pay-outs are paused in ${[...currencies].join(', ')}.`
  return [warning('pay-outs', what, '“payout continue” resumes them.')]
}

async function lists({
  query,
  now,
  mode,
}: {
  query: Query
  now: () => Date
  mode: Mode
}): Promise<Finding[]> {
  if (mode === 'sandbox') return []
  const state = await sanctionsState({ query })
  const fault = sanctionsFault(state, now())
  if (fault === undefined) return [good('lists', `${state.wallets} wallets are on the sanctions list.`)]
  const [what = fault, mend = ''] = fault.split(/: (?=“)/)
  return [warning('lists', `${what}.`, `${mend}.`)]
}
