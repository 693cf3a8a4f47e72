import type { Recorded } from '@cambio/exchange/catalogue/CatalogueStore.ts'
import { standardIn } from '@cambio/exchange/catalogue/liveSnapshot.ts'
import { settings } from '@cambio/exchange/catalogue/settings.ts'
import { changeCatalogue } from '@cambio/exchange/operator/catalogue/changeCatalogue.ts'
import type { Mode } from '@cambio/exchange/payout/destination.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import type { CommandResult } from '@cambio/server/cli/Command.ts'
import * as z from 'zod/mini'
import { operatorDeps } from '../../operator/operatorDeps.ts'
import type { CommandDeps } from '../CommandDeps.ts'

/** A change in the output of a command. */
export const ChangeOutput = z.object({
  name: z.string(),
  partner_id: z.nullable(z.string()),
  value: z.nullable(z.string()),
  value_before: z.string(),
  effective_at: z.string(),
  made_by: z.string(),
  made_at: z.string(),
  reason: z.nullable(z.string()),
})
export type ChangeOutput = z.infer<typeof ChangeOutput>

export const ChangesOutput = z.object({ changes: z.array(ChangeOutput) })

/** Makes a change of the catalogue. @throws CallRefused with every reason */
export async function applyChange(
  deps: CommandDeps,
  change: {
    readonly values: ReadonlyMap<string, string | null>
    readonly partnerId: string | null
    readonly from: Date | undefined
    readonly reason: string | undefined
    readonly actor: string | undefined
  },
): Promise<CommandResult<z.input<typeof ChangesOutput>>> {
  const { values, partnerId, from, reason = null, actor = deps.operator } = change
  const proposal = { values, partnerId, effectiveAt: from ?? null, actor, reason }
  const outcome = await changeCatalogue(operatorDeps(deps), proposal)
  if (outcome.is === 'refused') throw new CallRefused(outcome.faults.join('\n'))
  const changes = outcome.done.map(changeOutput)
  return { text: changes.map((each) => sentence(deps.mode, each)).join('\n'), data: { changes } }
}

export function changeOutput(change: Recorded): ChangeOutput {
  return {
    name: change.name,
    partner_id: change.partnerId,
    value: change.value,
    value_before: change.valueBefore,
    effective_at: change.effectiveAt.toISOString(),
    made_by: change.madeBy,
    made_at: change.madeAt.toISOString(),
    reason: change.reason,
  }
}

function sentence(mode: Mode, change: ChangeOutput): string {
  const { name, value, value_before: before, effective_at: from, made_at: at } = change
  const isNow = from === at
  const when = isNow ? 'now' : `from ${from} on`
  const was = isNow ? `; it was ${before} before` : `, in place of ${before}`
  const whose = change.partner_id === null ? '' : ` for partner ${change.partner_id}`
  const newValue = value ?? (change.partner_id === null ? defaultOf(mode, name) : 'the value for everybody')
  return `${name}${whose} is ${newValue} ${when}${was}.`
}

function defaultOf(mode: Mode, name: string): string {
  const setting = settings.get(name)
  if (!setting) throw new Error(`There is no setting ${name}`)
  const standard = standardIn(mode, setting)
  return standard === 'none' ? unsetCap(name) : `its default, ${standard},`
}

/** Describes a cap that live has no default for, until it is set. */
export function unsetCap(name: string): string {
  const [, group] = name.split('.')
  return `none (live has no default: until each level has one, nothing is sold by ${group})`
}
