import { containsCardNumber } from '@cambio/wire/cardNumber.ts'
import { AmountInput, kindOf, Phone } from '@cambio/wire/http/field.ts'
import { catalogue, Refusal, type Breach, type Code } from '@cambio/wire/http/Problem.ts'
import * as z from 'zod/mini'
import { expected } from './expected.ts'
import { isKeepableText } from './isKeepableText.ts'

/**
 * Parses one part of a request by its schema. No text in it is one that could not, or must not, be kept.
 * @throws Refusal whose code is the first breach's, naming every breach by its JSON pointer
 */
export function parse(schema: z.ZodMiniObject, value: unknown): Record<string, unknown> {
  const read = z.safeParse(compiled(schema), value)
  const errors = read.success
    ? [...unkeepableTexts(read.data, []), ...cardNumbersIn(schema, read.data)]
    : oneEach(read.error.issues.flatMap((issue) => breachesOf(issue, value)))
  const [first] = errors
  if (read.success && !first) return read.data
  throw new Refusal(first?.code ?? 'validation_failed', first && detailOfFirst(first, errors.length), {
    errors,
  })
}

/** The first breach in words, for a person who reads the detail alone, and how many more there are. */
function detailOfFirst({ pointer, detail }: Breach, count: number): string {
  const more = count === 1 ? '' : ` (and ${count - 1} more in errors)`
  return `${pointer.slice(1) || 'The body'}: ${detail}${more}`
}

/** The schema with a function that zod writes for it, which reads what is right several times as fast. */
function compiled(schema: z.ZodMiniObject): z.ZodMiniObject {
  const made = ready.get(schema) ?? z.compile(schema)
  ready.set(schema, made)
  return made
}

/** Made when a schema is first used, so that no start waits for all of them. */
const ready = new WeakMap<z.ZodMiniObject, z.ZodMiniObject>()

/** Whether every text can be kept, wherever it stands in what a schema let in: that is as deep as the schema. */
function hasKeepableTexts(value: unknown): boolean {
  if (typeof value === 'string') return isKeepableText(value)
  return typeof value !== 'object' || value === null || Object.values(value).every(hasKeepableTexts)
}

/** The texts that could not be kept. */
function unkeepableTexts(value: unknown, path: readonly string[]): Breach[] {
  if (hasKeepableTexts(value)) return []
  if (typeof value !== 'object' || value === null) return [notKeepable(path)]
  return Object.entries(value).flatMap(([name, member]) => unkeepableTexts(member, [...path, name]))
}

function notKeepable(path: readonly string[]): Breach {
  const detail = 'Remove NUL (U+0000) and unpaired surrogates'
  return { pointer: pointerOf(path), code: 'validation_failed', detail }
}

/** Finds card numbers in fields that are not for them, which would store them. Amounts and phone numbers may look alike. */
function cardNumbersIn(schema: z.ZodMiniObject, value: object): Breach[] {
  return Object.entries(value)
    .filter(([name, member]) => holdsCardNumber(member) && isText(schema, name))
    .flatMap(([name, member]) => textsIn(member, [name]))
    .filter(({ text }) => containsCardNumber(text))
    .map(({ path }) => ({ pointer: pointerOf(path), code: 'validation_failed', detail: NO_CARD_NUMBER }))
}

/** Whether a text contains a card number, or a key or a text of an object in its place. */
function holdsCardNumber(value: unknown): boolean {
  if (typeof value === 'string') return containsCardNumber(value)
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, inner]) => containsCardNumber(key) || holdsCardNumber(inner))
}

/** The texts of a member, or of an object in its place: its keys and their texts. */
function textsIn(member: unknown, path: readonly string[]): { text: string; path: readonly string[] }[] {
  if (typeof member === 'string') return [{ text: member, path }]
  if (typeof member !== 'object' || member === null) return []
  return Object.entries(member).flatMap(([key, inner]) => [
    { text: key, path: [...path, key] },
    ...textsIn(inner, [...path, key]),
  ])
}

function isText(schema: z.ZodMiniObject, name: string): boolean {
  const field = schema.shape[name]
  const kind = field && kindOf(field)
  return kind !== AmountInput && kind !== Phone
}

const NO_CARD_NUMBER =
  'This field contains a card number. Only the card form accepts one; nothing was stored. Leave it out'

/** The first breach of each pointer: what else is wrong there may well be the same. */
function oneEach(breaches: readonly Breach[]): Breach[] {
  return [...new Map(breaches.toReversed().map((breach) => [breach.pointer, breach])).values()].toReversed()
}

function breachesOf(issue: z.core.$ZodIssue, value: unknown): Breach[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      pointer: pointerOf([...issue.path, key]),
      code: 'unknown_field',
      detail: 'This field is unknown',
    }))
  const pointer = pointerOf(issue.path)
  if (at(value, issue.path) === undefined)
    return [{ pointer, code: 'field_required', detail: 'This field is required' }]
  return [{ pointer, code: ownCode(issue) ?? 'validation_failed', detail: detailOf(issue) }]
}

/** A schema's own words where it has some. */
function detailOf(issue: z.core.$ZodIssue): string {
  return issue.message === 'Invalid input' ? `Send ${expected(issue)}` : issue.message
}

/** A schema's own rule names its code. */
function ownCode(issue: z.core.$ZodIssue): Code | undefined {
  const code: unknown = issue.code === 'custom' ? issue.params?.['code'] : undefined
  return typeof code === 'string' && isCode(code) ? code : undefined
}

function isCode(code: string): code is Code {
  return Object.hasOwn(catalogue, code)
}

/** What stands at a path of own members. */
function at(value: unknown, path: readonly PropertyKey[]): unknown {
  let inner = value
  for (const key of path) {
    if (typeof inner !== 'object' || inner === null || !Object.hasOwn(inner, key)) return undefined
    inner = Reflect.get(inner, key)
  }
  return inner
}

/** A JSON pointer (RFC 6901). */
export function pointerOf(path: readonly PropertyKey[]): string {
  return path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}
