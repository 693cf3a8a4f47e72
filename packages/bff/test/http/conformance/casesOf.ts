import { catalogue, type Code } from '@cambio/wire/http/Problem.ts'
import { ofCaller, type Route } from '@cambio/wire/http/route.ts'
import type * as z from 'zod/mini'
import { arbitraryOf } from './arbitraryOf.ts'
import { bodyCases } from './bodyCases.ts'
import { hasOtherTenant, wrongOf } from './callings.ts'
import type { Case, Sent } from './Case.ts'
import { member, queryCases } from './queryCases.ts'
import { sampler, type Sample } from './sampler.ts'

/**
 * Every way to bend one request of a route, one thing at a time: its credentials, and each of its parameters, members
 * and fields. All of it follows from the route; the seed decides the values.
 */
export function casesOf(route: Route, seed: number): readonly Case[] {
  const sample = sampler(seed)
  const base = baseOf(route, sample)
  return [
    ...credentialCases(route, base),
    ...Object.keys(route.params?.shape ?? {}).flatMap((name) => parameterCases(route, base, name)),
    ...queryCases(route, base, sample),
    ...(route.body && base.body ? bodyCases(route.body, { ...base, body: base.body }, sample) : []),
  ]
}

/** A request whose every part is as the schemas want it, with each field that there is. */
function baseOf(route: Route, sample: Sample): Sent {
  const valuesOf = (part: z.ZodMiniObject | undefined) =>
    Object.entries(part?.shape ?? {}).map(([name, field]) => [name, sample(arbitraryOf(field))] as const)
  return {
    params: Object.fromEntries(
      valuesOf(route.params).map(([name, value]) => [name, encodeURIComponent(String(value))]),
    ),
    query: valuesOf(route.query).map(([name, value]) => member(name, String(value))),
    body: route.body && Object.fromEntries(valuesOf(route.body)),
  }
}

function credentialCases({ caller, params, body }: Route, sent: Sent): Case[] {
  const expected = { is: 'refused', codes: ofCaller[caller] } as const
  const wrong = wrongOf[caller].map((as) => ({ kind: 'credentials', what: as, as, sent, expected }) as const)
  if (!hasOtherTenant.has(caller) || !(params ?? body)) return wrong
  return [
    ...wrong,
    { kind: 'another tenant', what: 'its ids', as: 'stranger', sent, expected: params ? notThere : answered },
  ]
}

/** What is named in a path is not there for another tenant. An id in a body may be one of their own as well. */
const notThere = { is: 'refused', codes: codesAt(404) } as const
const answered = { is: 'answered' } as const

/** A parameter that no such thing can have: it is not as it must be, or there is nothing. */
function parameterCases({ caller }: Route, sent: Sent, name: string): Case[] {
  const codes: readonly Code[] = [...codesAt(404), 'validation_failed', ...ofCaller[caller]]
  const bent = (kind: Case['kind'], value: string): Case => {
    const what = `{${name}} ${value.slice(0, 12)}`
    return { kind, what, param: { [name]: value }, sent, expected: { is: 'refused', codes } }
  }
  return [
    bent('over-long', 'a'.repeat(5_000)),
    ...unkeepable.map((text) => bent('text that cannot be kept', text)),
  ]
}

/** NUL, halves of surrogate pairs, cut characters and no escape at all, as a path has them. */
const unkeepable = ['%00', 'a%00', '%ff', '%ed%a0%80', '%e2%82', 'a%']

function codesAt(status: number): readonly Code[] {
  return Object.keys(catalogue)
    .filter((code): code is Code => Object.hasOwn(catalogue, code))
    .filter((code) => catalogue[code].status === status)
}
