import * as fc from 'fast-check'
import type { WildRequest } from './WildRequest.ts'
import { wildName, wildValue } from './wildText.ts'

/*
 * Forms that were right once. Each is a request that would be done, with a few things changed that encoders, frameworks,
 * proxies and attackers get wrong; a part of them stays as it was, so that what is refused is told from what is not.
 */

export type Fields = Readonly<Record<string, string>>
type Pair = { readonly name: Buffer; readonly value: Buffer; readonly part?: Part }
type Part = (typeof partHeaders)[number]

/** One of the requests of `bases`, as a form, bent. */
export function wildForm(path: fc.Arbitrary<string>, bases: readonly Fields[]): fc.Arbitrary<WildRequest> {
  return fc
    .constantFrom(...bases)
    .chain((base) => fc.tuple(path, bentPairs(base), fc.boolean(), fc.nat(99)))
    .chain(([path, pairs, chunked, chance]) =>
      (chance < 60 ? urlencoded(pairs) : multipart(pairs)).map(({ type, body }) => ({
        method: 'POST' as const,
        path,
        headers: type === undefined ? {} : { 'content-type': type },
        body,
        chunked,
      })),
    )
}

type Bend = (pairs: readonly Pair[]) => readonly Pair[]

function bentPairs(base: Fields): fc.Arbitrary<readonly Pair[]> {
  const pairs = Object.entries(base).map(([name, value]) => ({
    name: Buffer.from(name),
    value: Buffer.from(value),
  }))
  return fc
    .array(bend(Object.keys(base)), { maxLength: 3 })
    .map((bends) => bends.reduce<readonly Pair[]>((sofar, next) => next(sofar), pairs))
}

function bend(names: readonly string[]): fc.Arbitrary<Bend> {
  return fc.constantFrom(...names).chain((field): fc.Arbitrary<Bend> => {
    const isIt = ({ name }: Pair) => name.toString() === field
    return fc.oneof(
      {
        weight: 5,
        arbitrary: wildValue.map(
          (value): Bend =>
            (pairs) =>
              pairs.map((pair) => (isIt(pair) ? { ...pair, value } : pair)),
        ),
      },
      {
        weight: 2,
        arbitrary: wildValue.map((value): Bend => (pairs) => [...pairs, { name: Buffer.from(field), value }]),
      },
      {
        weight: 2,
        arbitrary: wildName(field).map(
          (name): Bend =>
            (pairs) =>
              pairs.map((pair) => (isIt(pair) ? { ...pair, name } : pair)),
        ),
      },
      {
        weight: 2,
        arbitrary: fc.tuple(wildName(field), wildValue).map(([name, value]): Bend => (pairs) => [
          ...pairs,
          { name, value },
        ]),
      },
      {
        weight: 1,
        arbitrary: fc.constantFrom(...partHeaders).map(
          (part): Bend =>
            (pairs) =>
              pairs.map((pair) => (isIt(pair) ? { ...pair, part } : pair)),
        ),
      },
      { weight: 1, arbitrary: fc.constant<Bend>((pairs) => pairs.filter((pair) => !isIt(pair))) },
      {
        weight: 1,
        arbitrary: fc.constant<Bend>((pairs) =>
          pairs.flatMap((pair) => (isIt(pair) ? [pair, pair] : [pair])),
        ),
      },
      { weight: 1, arbitrary: fc.constant<Bend>((pairs) => pairs.toReversed()) },
      {
        weight: 1,
        arbitrary: fc.constant<Bend>((pairs) => [...pairs, ...Array.from({ length: 2_000 }, () => none)]),
      },
    )
  })
}

const none: Pair = { name: Buffer.from('x'), value: Buffer.alloc(0) }

type Encoded = { readonly type: string | undefined; readonly body: Buffer }

const urlTypes = [
  ...Array.from({ length: 20 }, () => 'application/x-www-form-urlencoded'),
  'application/x-www-form-urlencoded; charset=utf-8',
  'application/x-www-form-urlencoded; charset=utf-16',
  'APPLICATION/X-WWW-FORM-URLENCODED',
  ' application/x-www-form-urlencoded ; boundary=x',
  'application/x-www-form-urlencoded, multipart/form-data',
  'multipart/form-data; boundary=x',
  'application/json',
  'text/plain',
  '',
]

function urlencoded(pairs: readonly Pair[]): fc.Arbitrary<Encoded> {
  return fc
    .tuple(
      fc.constantFrom<Escape>(percent, percent, percent, allPercent, raw, lowerPercent),
      fc.constantFrom(...Array.from({ length: 12 }, () => '&'), '&&', ';', '&amp;', '\n'),
      fc.constantFrom(...urlTypes),
      damage,
    )
    .map(([escape, between, type, damaged]) => {
      const texts = pairs.map(({ name, value }) =>
        Buffer.concat([escape(name), Buffer.from('='), escape(value)]),
      )
      return { type: type === '' ? undefined : type, body: damaged(joined(texts, Buffer.from(between))) }
    })
}

type Escape = (bytes: Buffer) => Buffer

function percent(bytes: Buffer): Buffer {
  return escaped(bytes, (byte) => /[A-Za-z0-9*._-]/.test(String.fromCodePoint(byte)))
}

function allPercent(bytes: Buffer): Buffer {
  return escaped(bytes, () => false)
}

function lowerPercent(bytes: Buffer): Buffer {
  return Buffer.from(
    percent(bytes)
      .toString('latin1')
      .replace(/%../g, (code) => code.toLowerCase()),
    'latin1',
  )
}

function raw(bytes: Buffer): Buffer {
  return bytes
}

function escaped(bytes: Buffer, stays: (byte: number) => boolean): Buffer {
  const texts = Array.from(bytes, (byte) =>
    stays(byte) ? String.fromCodePoint(byte) : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
  )
  return Buffer.from(texts.join(''), 'latin1')
}

/** What a part says of itself, its name put in for `*`. */
const partHeaders = [
  'Content-Disposition: form-data; name="*"',
  'content-disposition:form-data;name=*',
  'Content-Disposition: form-data; name="*"; filename="a.txt"\r\nContent-Type: text/plain',
  'Content-Disposition: form-data; name="*"; filename=""',
  "Content-Disposition: form-data; name*=UTF-8''*",
  'Content-Disposition: form-data; name="x"; name="*"',
  'Content-Disposition: form-data; name="*"\r\nContent-Transfer-Encoding: base64',
  'Content-Disposition: form-data; name="*"\r\nContent-Type: text/plain; charset=utf-16',
  'Content-Disposition: form-data; name="*"\r\nContent-Type: multipart/mixed; boundary=y',
  'Content-Disposition: attachment; name="*"',
  'Content-Disposition: form-data',
  'X-Long: ' + 'x'.repeat(20_000) + '\r\nContent-Disposition: form-data; name="*"',
  '',
] as const

const boundaries = ['x', 'x', 'x', '----cambio', "a'()+_,-./:=?", 'b'.repeat(70), 'c'.repeat(200)] as const

function multipart(pairs: readonly Pair[]): fc.Arbitrary<Encoded> {
  return fc
    .record({
      boundary: fc.constantFrom(...boundaries),
      line: fc.constantFrom(...Array.from({ length: 10 }, () => '\r\n'), '\n', '\r'),
      end: fc.constantFrom(...Array.from({ length: 10 }, () => '--'), '', '-', '--\r\nafter'),
      typeOf: fc.constantFrom<(boundary: string) => string>(
        ...Array.from(
          { length: 6 },
          () => (boundary: string) => `multipart/form-data; boundary="${boundary}"`,
        ),
        () => 'multipart/form-data; boundary=other',
        () => 'multipart/form-data',
        () => 'multipart/form-data; boundary=',
        (boundary) => `multipart/form-data; boundary=${boundary}; boundary=other`,
        (boundary) => `multipart/mixed; boundary=${boundary}`,
        (boundary) => `application/x-www-form-urlencoded; boundary=${boundary}`,
        (boundary) => `Multipart/Form-Data;BOUNDARY="${boundary}";charset=latin1`,
      ),
      damaged: damage,
    })
    .map(({ boundary, line, end, typeOf, damaged }) => {
      const parts = pairs.map(({ name, value, part = partHeaders[0] }) => {
        const [before = '', after = ''] = part.split('*', 2)
        const header = part.includes('*')
          ? [Buffer.from(before), name, Buffer.from(after)]
          : [Buffer.from(part)]
        const broken = Buffer.from(line)
        return Buffer.concat([Buffer.from(`--${boundary}${line}`), ...header, broken, broken, value, broken])
      })
      return {
        type: typeOf(boundary),
        body: damaged(Buffer.concat([...parts, Buffer.from(`--${boundary}${end}${line}`)])),
      }
    })
}

type Damage = (body: Buffer) => Buffer

/** What happens to bytes on the way: mostly nothing. */
const damage: fc.Arbitrary<Damage> = fc.oneof(
  { weight: 30, arbitrary: fc.constant<Damage>((body) => body) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(255))
      .map(([where, byte]): Damage => (body) => {
        const changed = Buffer.from(body)
        if (changed.length > 0) changed[Math.floor(where * (changed.length - 1))] = byte
        return changed
      }),
  },
  {
    weight: 2,
    arbitrary: fc.double({ min: 0, max: 1, noNaN: true }).map(
      (where): Damage =>
        (body) =>
          body.subarray(0, Math.floor(where * body.length)),
    ),
  },
  { weight: 1, arbitrary: fc.constant<Damage>((body) => Buffer.from(body.toString('latin1'), 'utf16le')) },
  {
    weight: 1,
    arbitrary: fc.constant<Damage>((body) => Buffer.concat([body, Buffer.alloc(1024 * 1024, 0x61)])),
  },
)

function joined(texts: readonly Buffer[], between: Buffer): Buffer {
  return Buffer.concat(texts.flatMap((text, index) => (index === 0 ? [text] : [between, text])))
}
