import type { DoorContext } from '@cambio/server/door.ts'
import { Refusal } from '@cambio/wire/Problem.ts'
import { pointerOf } from './parse.ts'

/**
 * Reads a query. A member without a value counts as not sent, like an empty string in a body; which of two values was
 * meant cannot be known.
 * @throws Refusal validation_failed for members that were sent more than once
 */
export function readQuery(c: DoorContext): Readonly<Record<string, string | undefined>> {
  const members = Object.entries(c.req.queries())
  const repeated = members.filter(([, values]) => values.length > 1)
  if (repeated.length > 0)
    throw new Refusal('validation_failed', undefined, {
      errors: repeated.map(([name]) => ({
        pointer: pointerOf([name]),
        code: 'validation_failed',
        detail: 'Send this once',
      })),
    })
  return Object.fromEntries(members.flatMap(([name, [value]]) => (value === '' ? [] : [[name, value]])))
}
