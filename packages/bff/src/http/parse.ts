import { containsCardNumber } from '@cambio/wire/cardNumber.ts'
import { AmountInput, kindOf, Phone } from '@cambio/wire/http/field.ts'
import { catalogue, Refusal, type Breach, type Code } from '@cambio/wire/http/Problem.ts'
import * as z from 'zod/mini'
import { expected } from './expected.ts'
import { isKeepableText } from './isKeepableText.ts'

/**
 * Parses one part of a request by its schema. Refuses texts that cannot, or must not, be stored.
 * @throws Refusal with the code of the first breach, naming every breach by its JSON pointer
 */
export function parse(schema: z.ZodMiniObject, value: unknown): Record<string, unknown> {
  const read = z.safeParse(compiled(schema), value)
  const errors = read.success
    ? [...unkeepableTexts(read.data, []), ...cardNumbersIn(schema, read.data)]
    : oneEach(read.error.issues.flatMap((issue) => breachesOf(issue, value)))
  if (read.success && errors.length === 0) return read.data
  throw refusalOf(errors)
}

/** The refusal of a request, with the code of the first breach; a person may read its detail alone. */
export function refusalOf(errors: readonly Breach[]): Refusal {
  const [first] = errors
  return new Refusal(first?.code ?? 'validation_failed', first && detailOfFirst(first, errors.length), {
    errors,
  })
}

/** Describes the first breach and counts the others. */
function detailOfFirst({ pointer, detail }: Breach, count: number): string {
  const more = count === 1 ? '' : ` (and ${count - 1} more in errors)`
  return `${pointer.slice(1) || 'The body'}: ${detail}${more}`
}

/** Compiles a schema with zod, which parses valid input several times as fast. */
function compiled(schema: z.ZodMiniObject): z.ZodMiniObject {
  const made = ready.get(schema) ?? z.compile(schema)
  ready.set(schema, made)
  return made
}

/** Filled when a schema is first used, so that no start waits for all of them. */
const ready = new WeakMap<z.ZodMiniObject, z.ZodMiniObject>()

/** Whether every text in a parsed value can be stored, at any depth. The schema limits the depth. */
function hasKeepableTexts(value: unknown): boolean {
  if (typeof value === 'string') return isKeepableText(value)
  return typeof value !== 'object' || value === null || Object.values(value).every(hasKeepableTexts)
}

/** The texts that cannot be stored. */
function unkeepableTexts(value: unknown, path: readonly string[]): Breach[] {
  if (hasKeepableTexts(value)) return []
  if (typeof value !== 'object' || value === null) return [notKeepable(path)]
  return Object.entries(value).flatMap(([name, member]) => unkeepableTexts(member, [...path, name]))
}

function notKeepable(path: readonly string[]): Breach {
  const detail = 'Remove NUL (U+0000) and unpaired surrogates'
  return { pointer: pointerOf(path), code: 'validation_failed', detail }
}

/**
 * Finds card numbers in fields that would store them. Amounts and phone numbers are skipped, since they may look alike.
 */
function cardNumbersIn(schema: z.ZodMiniObject, value: object): Breach[] {
  return Object.entries(value)
    .filter(([name, member]) => holdsCardNumber(member) && isText(schema, name))
    .flatMap(([name, member]) => textsIn(member, [name]))
    .filter(({ text }) => containsCardNumber(text))
    .map(({ path }) => ({ pointer: pointerOf(path), code: 'validation_failed', detail: NO_CARD_NUMBER }))
}

/** Whether a text, or a key or text of an object, contains a card number. */
function holdsCardNumber(value: unknown): boolean {
  if (typeof value === 'string') return containsCardNumber(value)
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, inner]) => containsCardNumber(key) || holdsCardNumber(inner))
}

/** The text of a member, or the keys and texts of an object. */
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

/** The first breach of each pointer: further ones there often have the same cause. */
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

/** The schema's own message, if it has one. */
function detailOf(issue: z.core.$ZodIssue): string {
  return issue.message === 'Invalid input' ? `Send ${expected(issue)}` : issue.message
}

/** The code that the schema's own rule names. */
function ownCode(issue: z.core.$ZodIssue): Code | undefined {
  const code: unknown = issue.code === 'custom' ? issue.params?.['code'] : undefined
  return typeof code === 'string' && isCode(code) ? code : undefined
}

function isCode(code: string): code is Code {
  return Object.hasOwn(catalogue, code)
}

/** The value at a path of own members. */
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
