import { isIP } from 'node:net'
import { containsCardNumber } from '@cambio/wire/cardNumber.ts'
import * as z from 'zod/mini'
import { ignoredFields, meansFields } from '../means/readMeans.ts'
import type { Form } from './form.ts'
import { Refusal } from './Refusal.ts'
import { Uuid } from './Uuid.ts'

/*
 * The actions' fields and their limits. Unknown fields are ignored: clients of this protocol family send extras.
 */

/** On one line. Limits are in characters, whatever they take in memory. */
const line = (longest: number) =>
  z.string().check(
    z.overwrite((lines) => lines.replace(/\r\n|[\r\n\t]/g, ' ')),
    z.regex(new RegExp(`^.{1,${longest}}$`, 'su')),
  )
/** A text is stored in the clear, and a card number is stored in the vault alone. */
const noCardNumber = z.refine<string>((text) => !containsCardNumber(text))
/** What people write, on one line. */
const text = (longest: number) => line(longest).check(noCardNumber)
/** An order_id is returned as it was sent, so line breaks are refused. */
const orderId = z.string().check(z.regex(/^\P{Cc}{1,255}$/u), noCardNumber)
/** Any text: one that is no hash gets the complaint of a wrong hash. */
const hash = z.string()
const amount = z.string().check(z.maxLength(32), z.regex(/^(0|[1-9]\d*)(\.\d+)?$/))

/** Payer fields that some clients of this protocol never send. A merchant may be allowed to leave them out. */
export const optionalFields = ['payer_birth_date', 'payer_state', 'payer_zip'] as const
export type OptionalField = (typeof optionalFields)[number]

const SaleFields = z.object({
  client_key: Uuid,
  order_id: orderId,
  order_amount: amount,
  order_currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
  order_description: text(1024),
  req_token: z.optional(z.enum(['Y', 'N'])),
  card_token: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
  ...meansFields,
  payer_first_name: text(32),
  payer_last_name: text(32),
  payer_middle_name: z.optional(text(32)),
  payer_birth_date: z.optional(z.iso.date()),
  payer_address: text(255),
  payer_address2: z.optional(text(255)),
  payer_house_number: z.optional(text(9)),
  payer_country: z.string().check(z.regex(/^[A-Z]{2}$/)),
  payer_state: z.optional(text(32)),
  payer_city: text(40),
  payer_district: z.optional(text(32)),
  payer_zip: z.optional(text(10)),
  payer_email: z.string().check(z.maxLength(256), z.regex(/^[^\s@]+@[^\s@]+$/), noCardNumber),
  payer_phone: line(32),
  payer_ip: z.string().check(z.refine((address) => isIP(address) !== 0)),
  term_url_3ds: z
    .string()
    .check(z.maxLength(1024), z.regex(/^\P{Cc}+$/u), z.refine(isWebAddress), noCardNumber),
  /** A browsing context: one of the four reserved names or a name that could be a frame's. */
  term_url_target: z.optional(
    z
      .string()
      .check(z.maxLength(1024), z.regex(/^(_blank|_self|_parent|_top|[^_\s<>][^<>\p{Cc}]*)$/u), noCardNumber),
  ),
  hash,
})
export type SaleFields = z.infer<typeof SaleFields>

const TransactionFields = z.object({ client_key: Uuid, trans_id: Uuid, hash })
export type TransactionFields = z.infer<typeof TransactionFields>

const FollowUpFields = z.object({
  client_key: Uuid,
  trans_id: Uuid,
  amount: z.optional(amount),
  hash,
})
export type FollowUpFields = z.infer<typeof FollowUpFields>

const OrderFields = z.object({ client_key: Uuid, order_id: orderId, hash })
export type OrderFields = z.infer<typeof OrderFields>

/*
 * Reading an action's fields. @throws Refusal `invalid` with one complaint for each field that is missing or wrong
 */

export const readTransaction = (form: Form): TransactionFields => readFields(TransactionFields, form)
export const readFollowUp = (form: Form): FollowUpFields => readFields(FollowUpFields, form)
export const readOrder = (form: Form): OrderFields => readFields(OrderFields, form)

/** @param mayLack what this merchant may leave out of its payers' details */
export function readSale(form: Form, mayLack: readonly OptionalField[]): SaleFields {
  const lacking = optionalFields.filter((name) => !mayLack.includes(name) && !has(form, name))
  return readFields(SaleFields, withoutIgnored(form), lacking)
}

function has({ fields, unreadable }: Form, name: string): boolean {
  return fields.has(name) || unreadable.has(name)
}

/** A SALE without the fields that are not looked at beside its means of payment. */
function withoutIgnored(form: Form): Form {
  const ignored = ignoredFields((name) => has(form, name))
  return {
    fields: new Map([...form.fields].filter(([name]) => !ignored.includes(name))),
    unreadable: new Set([...form.unreadable].filter((name) => !ignored.includes(name))),
  }
}

function readFields<Schema extends z.ZodMiniObject>(
  schema: Schema,
  form: Form,
  lacking: readonly string[] = [],
): z.output<Schema> {
  const unreadable = Object.keys(schema.shape).filter((name) => form.unreadable.has(name))
  const read = z.safeParse(schema, Object.fromEntries(form.fields))
  if (read.success && unreadable.length === 0 && lacking.length === 0) return read.data
  const issues = new Set([...lacking, ...(read.error?.issues ?? []).map((issue) => String(issue.path[0]))])
  const wrong = new Set([...unreadable, ...Object.keys(schema.shape).filter((name) => issues.has(name))])
  throw new Refusal(
    'invalid',
    [...wrong].map((name) => complaint(name, form)),
  )
}

function complaint(name: string, form: Form): string {
  return `${name}: This value ${has(form, name) ? 'is not valid' : 'should not be blank'}.`
}

function isWebAddress(address: string): boolean {
  const protocol = URL.parse(address)?.protocol
  return protocol === 'https:' || protocol === 'http:'
}
