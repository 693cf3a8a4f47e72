import { changeCatalogue } from '@cambio/exchange/catalogue/changeCatalogue.ts'
import type { Recorded } from '@cambio/exchange/catalogue/CatalogueStore.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import type { CommandResult } from '@cambio/server/cli/Command.ts'
import * as z from 'zod/mini'
import { catalogueStore } from '../../store/catalogue.ts'
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
    readonly actor: string | undefined
  },
): Promise<CommandResult<z.input<typeof ChangesOutput>>> {
  const { values, partnerId, from, actor } = change
  const outcome = await changeCatalogue(
    { catalogueStore: catalogueStore(deps), now: deps.now },
    { values, partnerId, effectiveAt: from ?? null, madeBy: actor ?? deps.operator },
  )
  if (outcome.is === 'refused') throw new CallRefused(outcome.faults.join('\n'))
  const changes = outcome.changes.map(changeOutput)
  return { text: changes.map(sentence).join('\n'), data: { changes } }
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
  }
}

function sentence(change: ChangeOutput): string {
  const { name, value, value_before: before, effective_at: from, made_at: at } = change
  const when = from === at ? 'now' : `from ${from} on`
  const whose = change.partner_id === null ? '' : ` for partner ${change.partner_id}`
  return `${name}${whose} is ${value ?? 'what it was before it was set'} ${when}; before, it is ${before}.`
}
