import { kind, line, optional, repeated, text } from '@cambio/server/cli/arguments.ts'
import { actorOption } from '../actArguments.ts'

/** A time with its zone. */
export const instant = kind(
  '2026-12-01T00:00:00Z',
  'a time with its zone, such as 2026-12-01T00:00:00Z',
  instantOf,
)

/** The options of a change: when it takes effect, its reason and its actor. */
export const changeOptions = {
  from: optional(instant),
  reason: optional(line('…', 500)),
  actor: actorOption,
}

/** Sets a further value in the same change. */
export const andOption = repeated(
  kind('name=value', 'a setting’s name, = and its value', (text) => {
    const [name, value, ...rest] = text.split('=')
    return name && value && rest.length === 0 ? ([name, value] as const) : undefined
  }),
)

/** The partner that the value is for. */
export const partnerOption = optional(text('PARTNER'))

/** The word that restores the default. */
export const BACK_TO_STANDARD = 'default'

/** The values of a call by the names of their settings; null restores the default. */
export function valuesOf(
  pairs: readonly (readonly [name: string, value: string])[],
): Map<string, string | null> {
  return new Map(pairs.map(([name, value]) => [name, value === BACK_TO_STANDARD ? null : value]))
}

function instantOf(text: string): Date | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.test(text)) return undefined
  const instant = new Date(text)
  return Number.isNaN(instant.getTime()) ? undefined : instant
}
