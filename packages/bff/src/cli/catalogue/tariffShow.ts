import {
  inOrder,
  textsAt,
  timesAfter,
  type CatalogueChange,
} from '@cambio/exchange/catalogue/CatalogueChange.ts'
import { standardIn } from '@cambio/exchange/catalogue/liveSnapshot.ts'
import { settings } from '@cambio/exchange/catalogue/settings.ts'
import type { AllTexts } from '@cambio/exchange/catalogue/snapshotOf.ts'
import { optional, text } from '@cambio/server/cli/arguments.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { command } from '@cambio/server/cli/Command.ts'
import * as z from 'zod/mini'
import { readChanges } from '../../store/catalogue.ts'
import type { CommandDeps } from '../CommandDeps.ts'
import { unsetCap } from './applyChange.ts'
import { partnerOption } from './changeArguments.ts'
import { isBelow } from './isBelow.ts'
import { partnerIdOf } from './partnerIdOf.ts'

const SettingOutput = z.object({
  name: z.string(),
  value: z.string(),
  standard: z.string(),
  form: z.string(),
  /** Where the value comes from: the default (null), set for everybody, or set for the partner. */
  set_for: z.nullable(z.enum(['everybody', 'partner'])),
  /** The planned values and their times; null is the default. Plans that do not change the value are left out. */
  planned: z.array(z.object({ value: z.nullable(z.string()), effective_at: z.string() })),
})
type SettingOutput = z.infer<typeof SettingOutput>

/** Kinds with hundreds of settings, which are shown only if they were set or if the command names them. */
const MANY = ['currency', 'pair', 'country']

/** Shows the current and the planned settings. */
export const tariffShow = command({
  name: 'tariff show',
  summary: [
    'Shows the settings now and those planned: for everybody, or for one partner.',
    'Currencies, pairs and countries are shown where they are set; name one of these words to see all of them.',
  ].join('\n'),
  words: { name: optional(text('[name]')) },
  options: { partner: partnerOption },
  json: z.object({ settings: z.array(SettingOutput) }),
  async run(deps: CommandDeps, { words: { name }, options: { partner } }) {
    const partnerId = await partnerIdOf(deps, partner)
    const all = shownAt(inOrder(await readChanges(deps.query)), partnerId, deps)
    const shown = all.filter((each) => isBelow(each.name, name) && (name !== undefined || isUsual(each)))
    if (shown.length === 0) throw new CallRefused(`There is no setting ${name}.`)
    return { text: shown.map(lines).join('\n'), data: { settings: shown } }
  },
})

function isUsual({ name, set_for: setFor, planned }: SettingOutput): boolean {
  return !MANY.some((word) => isBelow(name, word)) || setFor !== null || planned.length > 0
}

function shownAt(
  changes: readonly CatalogueChange[],
  partnerId: string | null,
  { mode, now }: Pick<CommandDeps, 'mode' | 'now'>,
): SettingOutput[] {
  const at = now()
  const concerning = changes.filter((change) => change.partnerId === null || change.partnerId === partnerId)
  const nowTexts = textsAt(concerning, at)
  const later = timesAfter(concerning, at).map((time) => ({ time, texts: textsAt(concerning, time) }))
  return [...settings.values()].map((setting) => {
    const { name, form } = setting
    const standard = standardIn(mode, setting)
    const current = valueBy(nowTexts, { name, partnerId })
    const then = later.map(({ time, texts }) => ({ time, ...valueBy(texts, { name, partnerId }) }))
    return {
      name,
      value: current.value ?? standard,
      standard,
      form,
      set_for: current.setFor,
      planned: then
        .filter((each, index) => !isSame(each, index === 0 ? current : then[index - 1]))
        .map(({ time, value }) => ({ value, effective_at: time.toISOString() })),
    }
  })
}

/** The value that was set, and for whom; null if none was set. */
type SetValue = { readonly value: string | null; readonly setFor: SettingOutput['set_for'] }

function valueBy(
  { general, partners }: AllTexts,
  { name, partnerId }: { name: string; partnerId: string | null },
): SetValue {
  const own = partnerId === null ? undefined : partners.get(partnerId)?.get(name)
  if (own !== undefined) return { value: own, setFor: 'partner' }
  const value = general.get(name) ?? null
  return { value, setFor: value === null ? null : 'everybody' }
}

function isSame(one: SetValue, other: SetValue | undefined): boolean {
  return one.value === other?.value && one.setFor === other.setFor
}

function lines({ name, value, standard, set_for: setFor, planned }: SettingOutput): string {
  const set = setFor === null ? '' : `  (set for ${setFor}; default ${standard})`
  const plans = planned.map((plan) => `  from ${plan.effective_at}: ${plan.value ?? 'default'}`)
  const current = value === 'none' ? unsetCap(name) : value
  return [`${name.padEnd(36)}${current}${set}`, ...plans].join('\n')
}
