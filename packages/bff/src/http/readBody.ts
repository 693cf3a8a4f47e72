import { AmountInput, kindOf, Note } from '@cambio/wire/http/field.ts'
import { hasRepeatedMember } from '@cambio/wire/http/hasRepeatedMember.ts'
import { fieldRefusal, Refusal } from '@cambio/wire/http/Problem.ts'
import type * as z from 'zod/mini'

/** Finds what may be a number in JSON, inside a text or not: if there is one, each number is read as it was written. */
const numberBegins = /:\s*-?\d/

/**
 * Reads a JSON object out of a body. Members that are an empty string or null count as not sent, since many callers
 * write absent values so. An empty note counts as sent, and removes the note. An empty array counts as an empty object,
 * because PHP writes it so and no field takes a list. A number in one of `amounts` is read as its text, since a double
 * could change it. One with more than 15 significant digits is refused, since the caller's own double has lost some. A
 * repeated member is refused, since it is unclear which of the two was meant.
 * @throws Refusal malformed_json, validation_failed, amount_precision
 */
export function readBody(text: string, { amounts, notes }: BodyKinds = noKinds): object {
  const value = parseJson(text, amounts)
  if (hasRepeatedMember(text))
    throw new Refusal('malformed_json', 'The JSON repeats a member; nothing was done')
  const body = isEmptyList(value) ? {} : value
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new Refusal('validation_failed', 'The body must be a JSON object')
  if (!Object.values(body).some(isNothingOrEmptyList)) return body
  const isSent = (name: string, member: unknown) => !isNothing(member) || (member === '' && notes.has(name))
  const members = Object.entries(body).filter(([name, member]) => isSent(name, member))
  return Object.fromEntries(members.map(([name, member]) => [name, isEmptyList(member) ? {} : member]))
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}

function isNothing(member: unknown): boolean {
  return member === '' || member === null
}

function isNothingOrEmptyList(member: unknown): boolean {
  return isNothing(member) || isEmptyList(member)
}

/** The names of the fields of a body that are read in a special way. */
export type BodyKinds = { readonly amounts: ReadonlySet<string>; readonly notes: ReadonlySet<string> }

const noKinds: BodyKinds = { amounts: new Set(), notes: new Set() }

/** Which fields of a body are amounts and notes. */
export function kindsOf(body: z.ZodMiniObject): BodyKinds {
  const cached = kinds.get(body)
  if (cached) return cached
  const fields = Object.entries(body.shape)
  const of = (kind: z.core.$ZodType) =>
    new Set(fields.filter(([, field]) => kindOf(field) === kind).map(([name]) => name))
  const found = { amounts: of(AmountInput), notes: of(Note) }
  kinds.set(body, found)
  return found
}

/** Cached by body, since every request needs it. */
const kinds = new WeakMap<z.ZodMiniObject, BodyKinds>()

function parseJson(text: string, amountNames: ReadonlySet<string>): unknown {
  try {
    if (amountNames.size === 0 || !numberBegins.test(text)) return JSON.parse(text)
    return JSON.parse(text, (name, value: unknown, context?: { source?: string }) =>
      typeof value === 'number' && amountNames.has(name) ? written(name, context?.source ?? '') : value,
    )
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal('malformed_json', 'The body is not JSON; nothing was done')
  }
}

/** A number's text without trailing zeros, which a number does not have. */
function written(name: string, source: string): string {
  if (significantDigits(source) <= 15)
    return /^[-\d]+\.\d+$/.test(source) ? source.replace(/\.?0+$/, '') : source
  throw fieldRefusal(
    'amount_precision',
    [name],
    'A JSON number has at most 15 significant digits; send the amount as a string',
  )
}

function significantDigits(source: string): number {
  return source
    .replace(/[eE].*$/, '')
    .replace(/\D/g, '')
    .replace(/^0+/, '').length
}
