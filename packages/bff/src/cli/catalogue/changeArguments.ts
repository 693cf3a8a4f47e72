import { kind, line, optional, repeated, text } from '@cambio/server/cli/arguments.ts'
import { actorOption } from '../actArguments.ts'

/** A moment, with its zone. */
export const instant = kind(
  '2026-12-01T00:00:00Z',
  'a time with its zone, such as 2026-12-01T00:00:00Z',
  instantOf,
)

/** How a call says when a change takes effect, why, and who makes it. */
export const changeOptions = {
  from: optional(instant),
  reason: optional(line('…', 500)),
  actor: actorOption,
}

/** A further value that is set in the same change. */
export const andOption = repeated(
  kind('name=value', 'a setting’s name, = and its value', (text) => {
    const [name, value, ...rest] = text.split('=')
    return name && value && rest.length === 0 ? ([name, value] as const) : undefined
  }),
)

/** Whose value it is. */
export const partnerOption = optional(text('PARTNER'))

/** The word that takes back what was set. */
export const BACK_TO_STANDARD = 'default'

/** Values by the names of settings, as a call says them; null takes back what was set. */
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
