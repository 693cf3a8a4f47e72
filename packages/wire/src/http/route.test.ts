import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { AmountInput, PartnerId } from './field.ts'
import { commonRefusals, ofBody, ofIdempotency, refusalsOf, route, type Route } from './route.ts'

const plain = {
  method: 'POST',
  path: '/x',
  caller: 'anyone',
  summary: 'x',
  answer: z.object({}),
  refusals: [],
} as const satisfies Route

/** The refusals of a route in addition to those of every route. */
const beyond = (described: Route) =>
  refusalsOf(described)
    .filter((code) => !commonRefusals.some((other) => other === code))
    .toSorted()

describe('a route refuses with', () => {
  test('a route without input and caller refuses with its own codes only', () => {
    expect(beyond(route({ ...plain, refusals: ['not_allowed'] }))).toEqual(['not_allowed', 'unknown_field'])
  })

  test('a route refuses with what its caller may be refused with', () => {
    expect(beyond({ ...plain, caller: 'partner' })).toEqual([
      'credentials_invalid',
      'partner_moved',
      'partner_suspended',
      'source_not_allowed',
      'unknown_field',
    ])
    expect(beyond({ ...plain, caller: 'widget' })).toEqual([
      'order_unknown',
      'partner_moved',
      'partner_suspended',
      'request_unknown',
      'unknown_field',
    ])
    expect(beyond({ ...plain, caller: 'buyer' })).toEqual([
      'order_unknown',
      'partner_moved',
      'partner_suspended',
      'request_unknown',
      'session_invalid',
      'unknown_field',
    ])
  })

  test('a route refuses with what follows from an Idempotency-Key', () => {
    expect(beyond({ ...plain, idempotent: true })).toEqual([...ofIdempotency, 'unknown_field'])
  })

  test('a route refuses with what a body may be refused with, and its amounts and ids', () => {
    expect(beyond({ ...plain, body: z.strictObject({ note: z.string() }) })).toEqual(ofBody.toSorted())
    const body = z.strictObject({ id: z.optional(PartnerId), amount: z.optional(AmountInput) })
    expect(beyond({ ...plain, body })).toEqual(['amount_precision', 'id_reserved', ...ofBody].toSorted())
  })

  test('a route refuses with what a path and a query may be refused with', () => {
    expect(beyond({ ...plain, params: z.object({ id: PartnerId }) })).toEqual([
      'id_reserved',
      'unknown_field',
      'validation_failed',
    ])
    const page = z.optional(z.string())
    expect(beyond({ ...plain, query: z.object({ page }) })).toEqual(['validation_failed'])
    expect(beyond({ ...plain, query: z.strictObject({ page, from: z.string() }) })).toEqual([
      'field_required',
      'unknown_field',
      'validation_failed',
    ])
  })
})
