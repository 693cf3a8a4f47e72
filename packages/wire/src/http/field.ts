import * as z from 'zod/mini'
import { readPhone } from '../readPhone.ts'

/*
 * The kinds of field that routes share. An empty string or null counts as not sent and is dropped before these schemas,
 * except an empty note.
 */

/** Words that are path segments beside an id, and so cannot be ids. */
const reserved = new Set([
  'create',
  'list',
  'fee',
  'confirm',
  'verification_url',
  'register',
  'login',
  'send_msg',
  'verification',
])

/** An id that the partner chooses: 1-64 of `A-Za-z0-9-_`, and not a path segment. */
export const PartnerId = z.string().check(
  z.regex(/^[A-Za-z0-9_-]{1,64}$/, 'Use 1 to 64 of A-Z, a-z, 0-9, - and _'),
  z.refine((id) => !reserved.has(id), {
    error: 'This word is part of a URL and cannot be an id',
    params: { code: 'id_reserved' },
  }),
)

/**
 * An amount as sent: a decimal string, or a JSON number, which the door reads as its literal text. Its meaning depends
 * on the currency, so Money.parse reads the text later.
 */
export const AmountInput = z.union([
  z.string().check(z.maxLength(64)),
  z.pipe(
    z.number(),
    z.transform((value) => String(value)),
  ),
])

/**
 * A note of the caller's own. An empty one removes the note: it is the only text that counts as sent when it is empty.
 */
export const Note = z.string().check(z.maxLength(100))

/** A switch sent as 0 or 1, as a number or as a string. */
export const Flag = z.pipe(
  z.union([z.literal(0), z.literal(1), z.literal('0'), z.literal('1')]),
  z.transform((value) => Number(value) === 1),
)

/** A whole number from 1, as a number or, in a query, as its digits. */
export const WholeNumber = z.pipe(
  z.union([
    z.string().check(z.regex(/^[1-9]\d{0,8}$/, 'Use a whole number from 1 to 999999999')),
    z.int().check(z.minimum(1), z.maximum(999_999_999)),
  ]),
  z.transform(Number),
)

/** Unix seconds as text, with a fraction or without. */
export const UnixTimestamp = z
  .string()
  .check(z.regex(/^\d{1,10}(\.\d{1,9})?$/, 'Use Unix seconds such as 1772357400.25'))

/** A decimal string with exactly its currency's decimals. */
export const Amount = z.string().check(z.regex(/^\d+(\.\d+)?$/))

/** Wrong codes that people and programs often use for a country. */
const misnamed: Readonly<Record<string, string>> = { UK: 'GB', EL: 'GR' }

export const CountryCode = z.string().check(
  z.regex(/^[A-Z]{2}$/, 'Use the two capital letters of ISO 3166-1'),
  z.refine((code) => !Object.hasOwn(misnamed, code), {
    error: ({ input }) => `Use ${misnamed[String(input)]}, the country's code in ISO 3166-1`,
  }),
)

export const Email = z.string().check(z.maxLength(254), z.email())

/**
 * A phone number as people write it, stored as `readPhone` normalises it. It may look like a card number, and is not
 * searched for one.
 */
export const Phone = z
  .string()
  .check(z.overwrite(readPhone), z.regex(/^\+?[0-9 ()-]{5,31}$/, 'Use digits, spaces and a leading +'))

export const IpAddress = z.union([z.ipv4(), z.ipv6()])

/** The format of rows. */
export const RowFormat = z.enum(['csv', 'jsonl'])

/** A language tag (BCP 47); the underscore of older systems is accepted. */
export const LanguageTag = z
  .string()
  .check(
    z.maxLength(35),
    z.regex(/^[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*$/, 'Use a language tag such as de-AT'),
  )

export const Address = z.string().check(z.minLength(1), z.maxLength(128))

export const Memo = z.string().check(z.minLength(1), z.maxLength(64))

/** A field's own schema, whether or not the field is optional. */
export function kindOf(field: z.core.$ZodType): z.core.$ZodType {
  return field instanceof z.ZodMiniOptional ? kindOf(field.def.innerType) : field
}

/** A code that was mailed. */
export const MailedCode = z.string().check(z.regex(/^\d{6}$/, 'The code has six digits'))

/** A currency code on the wire. Whether the catalogue has it is checked later, since that refusal has its own code. */
export const CurrencyCode = z.string().check(z.minLength(1), z.maxLength(16))
