import * as z from 'zod/mini'
import { RowFormat, UnixTimestamp, WholeNumber } from '../http/field.ts'
import { Theme } from '../theme/Theme.ts'
import { ThemeCorrection } from '../theme/ThemeCorrection.ts'
import { Overlap } from './CallbackEndpoint.ts'
import { pageOriginOf } from './pageOrigin.ts'

/** The most origins of a partner: they go into a header of every page of the widget. */
const MOST_ORIGINS = 50

const ORIGIN = 'Use an origin such as https://shop.example.com'
const PageOrigin = z.string().check(
  z.maxLength(255),
  z.regex(/^https?:\/\/([a-z0-9.-]*[a-z0-9]|\[[0-9a-f:.]+\])(:\d{1,5})?$/, ORIGIN),
  z.refine((text) => pageOriginOf(text) === text, ORIGIN),
)

/** The largest logo that a partner sets itself, bytes: in base64 it fits into a request. */
export const MOST_OWN_LOGO_BYTES = 45 * 1024

/** An image file in base64; without a content it removes the one that was set. */
export const LogoInput = z.strictObject({
  content: z.optional(
    z
      .base64('Send the file in base64')
      .check(
        z.maxLength(
          (MOST_OWN_LOGO_BYTES / 3) * 4,
          `A logo has at most ${MOST_OWN_LOGO_BYTES / 1024} kB here`,
        ),
      ),
  ),
})
export type LogoInput = z.infer<typeof LogoInput>

/** A partner's settings, without its secrets. */
export const PartnerAccount = z.object({
  name: z.string(),
  origins: z.array(z.string()),
  /** The e-mail address that may sign in to the partner's page; null where the operator has set none. */
  contact_email: z.nullable(z.string()),
  theme: z.nullable(Theme),
  /** Colours of the theme that the contrast guard changed. */
  theme_corrections: z.array(ThemeCorrection),
  /** The addresses of the logos on the exchange's origin. */
  logo: z.nullable(z.string()),
  logo_dark: z.nullable(z.string()),
  callback_version: z.nullable(z.union([z.literal(1), z.literal(2)])),
  statuses: z.enum(['all', 'plain']),
  settlement: z.enum(['address', 'balance']),
  first_order_free: z.boolean(),
  require_timestamp: z.boolean(),
  least_signature_version: z.union([z.literal(1), z.literal(2)]),
  allowed_addresses: z.array(z.string()),
  api_key: z.string(),
  former_api_key_until: z.nullable(z.string()),
  former_secret_until: z.nullable(z.string()),
  created_at: z.string(),
})
export type PartnerAccount = z.infer<typeof PartnerAccount>

/** A partner's changes of its own settings; omitted members stay. */
export const ChangeAccount = z.strictObject({
  origins: z.optional(z.array(PageOrigin).check(z.maxLength(MOST_ORIGINS))),
  /** An empty theme removes the one that was set. */
  theme: z.optional(Theme),
  logo: z.optional(LogoInput),
  /** The logo for a dark background. */
  logo_dark: z.optional(LogoInput),
})
export type ChangeAccount = z.infer<typeof ChangeAccount>

/** What to replace, and how long the replaced credentials stay valid. */
export const RotateCredentials = z.extend(Overlap, { which: z.enum(['api_key', 'secret', 'both']) })
export type RotateCredentials = z.infer<typeof RotateCredentials>

/** New credentials, which are shown only once. */
export const RotatedCredentials = z.object({
  api_key: z.nullable(z.string()),
  secret: z.nullable(z.string()),
  former_until: z.string(),
})
export type RotatedCredentials = z.infer<typeof RotatedCredentials>

/** The lines of a statement, and its format. */
export const StatementQuery = z.strictObject({
  currency: z.optional(z.string().check(z.minLength(1), z.maxLength(16))),
  from: z.optional(UnixTimestamp),
  until: z.optional(UnixTimestamp),
  format: z.optional(RowFormat),
})
export type StatementQuery = z.infer<typeof StatementQuery>

/** What moved a partner's balance. Values may be added. */
export const StatementKind = z.enum([
  'order',
  'payout',
  'bank_payout',
  'bank_payout_returned',
  'carried_forward',
  'other',
])
export type StatementKind = z.infer<typeof StatementKind>

const Signed = z.string().check(z.regex(/^-?\d+(\.\d+)?$/))

/** One line of a partner's statement, oldest first. Times are `YYYY-MM-DD HH:MM:SS.ffffff`, UTC. */
export const StatementRow = z.object({
  at: z.string(),
  entry_id: z.string(),
  kind: StatementKind,
  client_order_id: z.nullable(z.string()),
  currency: z.string(),
  amount: Signed,
  balance: Signed,
})
export type StatementRow = z.infer<typeof StatementRow>

/** Requests on a page, by default and at most. */
export const REQUESTS = 50
export const MOST_REQUESTS = 500

/** Filters of a partner's requests. */
export const RequestLogQuery = z.strictObject({
  only: z.optional(z.literal('failed')),
  from: z.optional(UnixTimestamp),
  until: z.optional(UnixTimestamp),
  rows: z.optional(WholeNumber),
  cursor: z.optional(z.string().check(z.maxLength(512))),
})
export type RequestLogQuery = z.infer<typeof RequestLogQuery>

/** One request of a partner's server. */
export const LoggedRequest = z.object({
  at: z.string(),
  method: z.string(),
  /** The path without its query. */
  path: z.string(),
  status: z.int(),
  duration_ms: z.int(),
  request_id: z.string(),
  /** The problem's code; null for a successful request. */
  code: z.nullable(z.string()),
})
export type LoggedRequest = z.infer<typeof LoggedRequest>

/** A partner's requests of the last 7 days, newest first. */
export const RequestLogPage = z.object({
  data: z.array(LoggedRequest),
  next_cursor: z.nullable(z.string()),
})
export type RequestLogPage = z.infer<typeof RequestLogPage>
