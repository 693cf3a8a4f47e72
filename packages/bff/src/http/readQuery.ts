import type { DoorContext } from '@cambio/server/http/door.ts'
import type { Breach } from '@cambio/wire/http/Problem.ts'
import { pointerOf, refusalOf } from './parse.ts'

/**
 * Reads a query. A member without a value counts as not sent, like an empty string in a body. A repeated member is
 * refused, since it is unclear which value was meant.
 * @throws Refusal validation_failed for members that were sent more than once
 */
export function readQuery(c: DoorContext): Readonly<Record<string, string | undefined>> {
  const members = Object.entries(c.req.queries())
  const repeated = members.filter(([, values]) => values.length > 1)
  if (repeated.length > 0) throw refusalOf(repeated.map(([name]) => repeatedMember(name)))
  return Object.fromEntries(members.flatMap(([name, [value]]) => (value === '' ? [] : [[name, value]])))
}

/**
 * Refuses any query of a route that reads none.
 * @throws Refusal unknown_field
 */
export function readNoQuery(c: DoorContext): undefined {
  if (!c.req.url.includes('?')) return
  const parameters = Object.entries(c.req.queries()).filter(([, values]) =>
    values.some((value) => value !== ''),
  )
  if (parameters.length > 0) throw refusalOf(parameters.map(([name]) => unknownMember(name)))
}

function repeatedMember(name: string): Breach {
  return { pointer: pointerOf([name]), code: 'validation_failed', detail: 'Send this parameter once' }
}

function unknownMember(name: string): Breach {
  return { pointer: pointerOf([name]), code: 'unknown_field', detail: 'This field is unknown' }
}
