import { optional, text, wholeNumber } from '@cambio/server/cli/arguments.ts'
import { command } from '@cambio/server/cli/Command.ts'
import { readChanges } from '../../store/catalogue.ts'
import type { StoreDeps } from '../../store/StoreDeps.ts'
import { changeOutput, ChangesOutput, type ChangeOutput } from './applyChange.ts'
import { partnerOption } from './changeArguments.ts'
import { isBelow } from './isBelow.ts'
import { partnerIdOf } from './partnerIdOf.ts'

const USUAL_ROWS = 50

/** Lists the changes of the catalogue, with actors and times. */
export const tariffHistory = command({
  name: 'tariff history',
  summary: 'Lists the changes of tariff, countries, caps and coupons, newest first, with who made them.',
  words: { name: optional(text('[name]')) },
  options: { partner: partnerOption, rows: optional(wholeNumber({ least: 1 })) },
  json: ChangesOutput,
  async run(deps: StoreDeps, { words: { name }, options: { partner, rows = USUAL_ROWS } }) {
    const partnerId = await partnerIdOf(deps, partner)
    const recorded = (await readChanges(deps.query)).map(changeOutput)
    const changes = recorded
      .filter((change) => isBelow(change.name, name))
      .filter((change) => partnerId === null || change.partner_id === partnerId)
      .toSorted((one, other) => other.made_at.localeCompare(one.made_at))
      .slice(0, rows)
    return { text: changes.map(line).join('\n') || 'Nothing was changed.', data: { changes } }
  },
})

function line(change: ChangeOutput): string {
  const { name, partner_id: partnerId, value, value_before: before, effective_at: from, reason } = change
  const whose = partnerId === null ? '' : `  partner ${partnerId}`
  const why = reason === null ? '' : `  ${reason}`
  return `${change.made_at}  ${change.made_by}  ${name}${whose}  ${before} → ${value ?? 'default'}  from ${from}${why}`
}
