import type { Route } from '@cambio/wire/http/route.ts'
import fc from 'fast-check'
import * as z from 'zod/mini'
import { pointerOf } from '../../../src/http/parse.ts'
import type { Case, Expected, Sent } from './Case.ts'
import type { Sample } from './sampler.ts'

/** Every way to bend one member of a query. To a route that reads none, each is unknown. */
export function queryCases({ query }: Route, base: Sent, sample: Sample): Case[] {
  const unknownName = member(sample(fc.stringMatching(/^unknown_[a-z]{1,8}$/)), '1')
  if (!query) return [unknownMember(base, unknownName), unknownMember(base, unknownName, unknownName)]
  return [
    ...Object.entries(query.shape).flatMap(([name, field]) => memberCases(base, { name, field }, sample)),
    ...(query.def.catchall === undefined ? [] : [unknownMember(base, unknownName)]),
  ]
}

/** A member of a query, percent-encoded. */
export function member(name: string, value: string): string {
  return `${encodeURIComponent(name)}=${encodeURIComponent(value)}`
}

function memberCases(base: Sent, { name, field }: Field, sample: Sample): Case[] {
  const others = base.query.filter((sent) => !sent.startsWith(`${name}=`))
  const original = base.query.find((sent) => sent.startsWith(`${name}=`)) ?? member(name, 'a')
  const pointer = pointerOf([name])
  const refused = { is: 'refused', codes: ['validation_failed'], pointer } as const
  const bent = (kind: Case['kind'], sent: readonly string[], expected: Expected = refused): Case => ({
    kind,
    what: sent.join('&').slice(0, 24),
    sent: { ...base, query: [...others, ...sent] },
    expected,
  })
  const required: Expected = { is: 'refused', codes: ['field_required'], pointer }
  const isOptional = z.core.safeParse(field, undefined).success
  const without = { ...base, query: others }
  return [
    ...(isOptional ? [] : [bent('missing', [], required)]),
    ...wrongTexts(field, sample).map((text) => bent('wrong type', [member(name, text)])),
    bent('over-long', [`${original}${'a'.repeat(5_000)}`]),
    bent('text that cannot be kept', [`${original}%00`]),
    bent('empty', [`${name}=`], isOptional ? { is: 'answered', unblamed: pointer, twin: without } : required),
    bent('sent twice', [original, original]),
  ]
}

type Field = { readonly name: string; readonly field: z.core.$ZodType }

function unknownMember(base: Sent, ...unknownMembers: readonly [string, ...string[]]): Case {
  const sent = { ...base, query: [...base.query, ...unknownMembers] }
  const pointer = pointerOf([unknownMembers[0].replace(/=.*/, '')])
  return {
    kind: 'unknown field',
    what: unknownMembers.join('&'),
    sent,
    expected: { is: 'refused', codes: ['unknown_field'], pointer },
  }
}

/** Texts that a member does not take, where there are any: a name may be any text. */
function wrongTexts(field: z.core.$ZodType, sample: Sample): readonly string[] {
  const texts = [
    'true',
    '-1',
    '1.5',
    '1e3',
    '[]',
    '{}',
    'no such value',
    ' ',
    sample(fc.string({ minLength: 1 })),
  ]
  return texts.filter((text) => text.isWellFormed() && !z.core.safeParse(field, text).success)
}
