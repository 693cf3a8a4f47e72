import * as fc from 'fast-check'
import type { WildRequest } from './WildRequest.ts'
import { wildName, wildValue } from './wildText.ts'

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

/** Anything JSON can say where something else was meant. */
const wildJson: fc.Arbitrary<Json> = fc.oneof(
  wildValue.map((bytes) => bytes.toString()),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom<Json>(
    '\uD800',
    '\uDC00x',
    '\u0000',
    'a\u0000b',
    'de\u0000',
    '\u202Ede',
    'https://a.example;b',
    'null',
  ),
  fc.constantFrom<Json>(null, true, 0, -1, 1e308, 1e-7, 123_456_789_012_345_680, [], {}, [[]], { length: 1 }),
  fc.constantFrom<Json>(
    nested(50),
    nested(500),
    Array.from({ length: 3_000 }, () => 'https://a.example'),
  ),
  fc.jsonValue({ maxDepth: 2 }).map((value) => value as Json),
)

function nested(depth: number): Json {
  let value: Json = 'x'
  for (let level = 0; level < depth; level++) value = [value]
  return value
}

/**
 * A JSON request that was right once, bent.
 * @param signed the headers that fit a body, which are made after it was bent
 */
export function wildJsonRequest(
  base: { path: fc.Arbitrary<string>; body: Readonly<Record<string, Json>> },
  signed: (path: string, body: Buffer) => Readonly<Record<string, string>>,
): fc.Arbitrary<WildRequest> {
  const bent = fc
    .array(bend(Object.keys(base.body)), { maxLength: 2 })
    .map((bends) => bends.reduce<Readonly<Record<string, Json>>>((sofar, next) => next(sofar), base.body))
  const whole = fc.oneof(
    { weight: 10, arbitrary: bent.map((value) => Buffer.from(JSON.stringify(value))) },
    { weight: 2, arbitrary: wildJson.map((value) => Buffer.from(JSON.stringify(value))) },
    { weight: 1, arbitrary: wildValue },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom('[', '{"a":', '{"client_key":[')
        .map((open) => Buffer.from(open.repeat(4_000))),
    },
    { weight: 1, arbitrary: bent.map((value) => Buffer.from(JSON.stringify(value).replace('"', "'"))) },
    { weight: 1, arbitrary: bent.map((value) => Buffer.from(`\uFEFF${JSON.stringify(value)}`)) },
    { weight: 1, arbitrary: bent.map((value) => Buffer.from(JSON.stringify(value), 'utf16le')) },
    {
      weight: 1,
      arbitrary: bent.map((value) =>
        Buffer.from(JSON.stringify(value).replace('{', '{"__proto__":{"x":1},')),
      ),
    },
    {
      weight: 1,
      arbitrary: bent.map((value) => Buffer.from(JSON.stringify({ ...value, pad: 'x'.repeat(1024 * 1024) }))),
    },
  )
  const type = fc.constantFrom(
    ...Array.from({ length: 8 }, () => 'application/json'),
    'application/json; charset=utf-16',
    'text/plain',
    'application/jsonp',
    'multipart/form-data; boundary=x',
  )
  return fc
    .tuple(base.path, whole, type, fc.boolean(), fc.nat(9))
    .map(([path, body, type, chunked, chance]) => ({
      method: 'POST',
      path,
      headers: { 'content-type': type, ...(chance === 0 ? {} : signed(path, body)) },
      body,
      chunked,
    }))
}

type Bend = (body: Readonly<Record<string, Json>>) => Readonly<Record<string, Json>>

function bend(names: readonly string[]): fc.Arbitrary<Bend> {
  return fc.constantFrom(...names).chain((name): fc.Arbitrary<Bend> =>
    fc.oneof(
      {
        weight: 5,
        arbitrary: wildJson.map((value): Bend => (body) => ({ ...body, [name]: value })),
      },
      {
        weight: 2,
        arbitrary: fc.tuple(wildName(name), wildJson).map(([key, value]): Bend => (body) => ({
          ...body,
          [key.toString()]: value,
        })),
      },
      {
        weight: 1,
        arbitrary: wildJson.map((value): Bend => (body) => ({ ...body, [name]: [value] })),
      },
      { weight: 1, arbitrary: fc.constant<Bend>(({ [name]: _left, ...body }) => body) },
    ),
  )
}
