import fc from 'fast-check'
import * as z from 'zod/mini'
import { pointerOf } from '../../../src/http/parse.ts'
import { arbitraryOf } from './arbitraryOf.ts'
import type { Case, Sent } from './Case.ts'
import type { Sample } from './sampler.ts'

type WithBody = Sent & { readonly body: Readonly<Record<string, unknown>> }

const OVER_LONG = 5_000

/** Every kind of way to bend one field of a body, by a value of many that the seed decides, and fields that there are not. */
export function bodyCases(schema: z.ZodMiniObject, base: WithBody, sample: Sample): Case[] {
  return [
    ...Object.entries(schema.shape).flatMap(([name, field]) => fieldCases(base, { name, field }, sample)),
    ...[sample(fieldName).trim(), '__proto__', 'sur/pri~se'].map((name) => unknownField(base, name)),
  ]
}

/** No field is named like this. */
const fieldName = fc.stringMatching(/^unknown_[a-z]{1,8}$/)

function fieldCases(base: WithBody, { name, field }: Field, sample: Sample): Case[] {
  const { [name]: _left, ...others } = base.body
  const bent = (kind: Case['kind'], value: unknown): Case => ({
    kind,
    what: `${name} ${JSON.stringify(value).slice(0, 24)}`,
    sent: { ...base, body: { ...base.body, [name]: value } },
    expected: { is: 'refused', codes: breaches, pointer: pointerOf([name]) },
  })
  const own = base.body[name]
  const text = `${typeof own === 'string' || typeof own === 'number' ? own : ''}a`
  return [
    ...(isOptional(field) ? [] : [missing({ ...base, body: others }, name)]),
    bent('wrong type', wrongValue(field, sample)),
    bent('over-long', text.padEnd(OVER_LONG, text.at(-2) ?? 'a')),
    bent('text that cannot be kept', sample(fc.constantFrom('\0', `${text}\0`, '\ud800', `${text}\udfff`))),
    empty(base, { ...base, body: others }, { name, field, value: sample(fc.constantFrom('', null)) }),
  ]
}

type Field = { readonly name: string; readonly field: z.core.$ZodType }

/** What a field that is not as it must be is refused with. */
const breaches = ['validation_failed', 'unknown_field', 'field_required', 'amount_precision'] as const

function missing(sent: Sent, name: string): Case {
  const expected = { is: 'refused', codes: ['field_required'], pointer: pointerOf([name]) } as const
  return { kind: 'missing', what: name, sent, expected }
}

/** An empty text counts as not sent, and so does null. */
function empty(
  base: WithBody,
  without: Sent,
  { name, field, value }: Field & { readonly value: string | null },
): Case {
  const what = `${name} ${JSON.stringify(value)}`
  const sent = { ...base, body: { ...base.body, [name]: value } }
  if (!isOptional(field)) return { ...missing(sent, name), kind: 'empty', what }
  const expected = { is: 'answered', unblamed: pointerOf([name]), twin: without } as const
  return { kind: 'empty', what, sent, expected }
}

function unknownField(base: WithBody, name: string): Case {
  const sent = { ...base, body: { ...base.body, [name]: 1 } }
  const expected = { is: 'refused', codes: ['unknown_field'], pointer: pointerOf([name]) } as const
  return { kind: 'unknown field', what: name, sent, expected }
}

/** A value that a field does not take, mostly of another type. */
function wrongValue(field: z.core.$ZodType, sample: Sample): unknown {
  const right = sample(arbitraryOf(field))
  const others = fc.constantFrom<unknown>(true, false, 0, -1, 7.5, [], {}, [right], { 0: right }, [null])
  const refused = fc
    .oneof(others, fc.jsonValue({ maxDepth: 2 }))
    .filter((value) => value !== '' && value !== null && !z.core.safeParse(field, asRead(value)).success)
  return sample(refused)
}

/** An empty list is read as an empty object. */
function asRead(value: unknown): unknown {
  return Array.isArray(value) && value.length === 0 ? {} : value
}

function isOptional(field: z.core.$ZodType): boolean {
  return z.core.safeParse(field, undefined).success
}
