import { containsCardNumber } from '@cambio/wire/cardNumber.ts'
import * as z from 'zod/mini'
import { _default as byDefault } from 'zod/mini'
import { variable } from '../settings/environment.ts'

/* How a command declares the words and options that follow its name: the kind of value, and its form. */

/** A kind of value: its placeholder in a usage line, and its parser. */
export type Kind<Value> = { readonly placeholder: string; readonly schema: z.ZodMiniType<Value, string> }

/** The form of an argument. */
export type Form = {
  readonly placeholder: string
  readonly takes: 'nothing' | 'one' | 'many'
  readonly isRequired: boolean
  /** The message when it is missing; "Give" and its name by default. */
  readonly missingMessage?: string | undefined
  /** Whether an empty text is a value. */
  readonly mayBeEmpty?: boolean
}

/** Arguments by name, as a command declares them. */
export type Arguments = Readonly<Record<string, z.ZodMiniType>>

const forms = z.registry<Form>()

/** @throws Error for a schema that was not made by one of the functions below */
export function formOf(argument: z.ZodMiniType): Form {
  const form = forms.get(argument)
  if (form === undefined) throw new Error('An argument was declared without a form.')
  return form
}

/** A kind from a parser that returns undefined for invalid text; `must` completes "--name must be …". */
export function kind<Value>(
  placeholder: string,
  must: string,
  read: (text: string) => Value | undefined,
): Kind<Value> {
  return { placeholder, schema: variable(must, read) }
}

/** Any text. */
export function text(placeholder = '…'): Kind<string> {
  return { placeholder, schema: z.string() }
}

/** A stored text of one line, which must not contain a card number. */
export function line(placeholder: string, most: number): Kind<string> {
  const must = `at most ${most} characters, on one line, without a card number`
  return kind(placeholder, must, (value) =>
    new RegExp(`^\\P{Cc}{1,${most}}$`, 'u').test(value) && !containsCardNumber(value) ? value : undefined,
  )
}

/** One of some words. */
export function choice<const Word extends string>(words: readonly Word[]): Kind<Word> {
  return kind(words.join('|'), words.join(' or '), (value) => words.find((word) => word === value))
}

/** A whole number of at most twelve digits, from `least` on. */
export function wholeNumber({ least = 0 }: { least?: number } = {}): Kind<number> {
  const must = least === 0 ? 'a whole number' : `a whole number from ${least} on`
  return kind('…', must, (value) =>
    /^\d{1,12}$/.test(value) && Number(value) >= least ? Number(value) : undefined,
  )
}

/** A span of time, in milliseconds. */
export const duration: Kind<number> = kind(
  '24h',
  'a span such as 90s, 30m, 24h or 7d, at most 365d',
  (value) => {
    const [, count = '', unit = ''] = /^(\d{1,8})([smhd])$/.exec(value) ?? []
    const lengthMs = Number(count) * (unitMs[unit] ?? Number.NaN)
    return lengthMs <= 365 * DAY_MS ? lengthMs : undefined
  },
)

const DAY_MS = 24 * 60 * 60 * 1_000
const unitMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 60 * 60_000, d: DAY_MS }

/** A UTC day. */
export const day: Kind<Date> = kind('2026-03-01', 'a day such as 2026-03-01', (value) => {
  const start = new Date(`${value}T00:00:00Z`)
  const isDay = /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(start.getTime())
  return isDay && start.toISOString().startsWith(value) ? start : undefined
})

/** A required argument. */
export function required<Value>({ placeholder, schema }: Kind<Value>, missingMessage?: string) {
  return schema.clone().register(forms, { placeholder, takes: 'one', isRequired: true, missingMessage })
}

/** An optional argument. */
export function optional<Value>({ placeholder, schema }: Kind<Value>) {
  return z.optional(schema).register(forms, { placeholder, takes: 'one', isRequired: false })
}

/** An optional argument that may be empty to clear the former value: null then. */
export function clearable<Value>({ placeholder, schema }: Kind<Value>) {
  const emptyAsNull = z.pipe(
    z.transform((value: unknown) => (value === '' ? null : value)),
    z.nullable(schema),
  )
  return z
    .optional(emptyAsNull)
    .register(forms, { placeholder, takes: 'one', isRequired: false, mayBeEmpty: true })
}

/** An option that may be repeated. */
export function repeated<Value>({ placeholder, schema }: Kind<Value>) {
  return byDefault(z.array(schema), []).register(forms, { placeholder, takes: 'many', isRequired: false })
}

/** A switch: given or not. */
export function flag() {
  return byDefault(z.boolean(), false).register(forms, {
    placeholder: '',
    takes: 'nothing',
    isRequired: false,
  })
}
