import * as z from 'zod/mini'
import {
  CountryCode,
  Email,
  Flag,
  IpAddress,
  LanguageTag,
  MailedCode,
  PartnerId,
  Phone,
} from './http/field.ts'
import { Metadata, MetadataInput } from './partner/Metadata.ts'
import { VerificationLevel } from './VerificationLevel.ts'

const Name = z.string().check(z.trim(), z.minLength(1), z.maxLength(64))

const Password = z.string().check(z.minLength(8, 'Use at least 8 characters'), z.maxLength(256))

/** A day, as `YYYY-MM-DD`, optionally with a time of day that is ignored. */
const BirthDate = z.string().check(
  z.regex(/^\d{4}-\d{2}-\d{2}( \d{2}:\d{2}:\d{2}(\.\d{1,6})?)?$/, 'Use YYYY-MM-DD, with or without a time'),
  z.refine((text) => z.iso.date().safeParse(text.slice(0, 10)).success, 'This day does not exist'),
)

const Gender = z.enum(['male', 'female'])

/** The origin of a call, as the partner sees its client. */
const origin = { client_ip: IpAddress, remote_country: CountryCode }

export const RegisterClient = z.strictObject({
  client_external_id: PartnerId,
  email: Email,
  password: Password,
  phone: z.optional(Phone),
  email_verified: z.optional(Flag),
  phone_verified: z.optional(Flag),
  first_name: z.optional(Name),
  last_name: z.optional(Name),
  birth_date: z.optional(BirthDate),
  gender: z.optional(Gender),
  country: z.optional(CountryCode),
  metadata: z.optional(MetadataInput),
  ...origin,
})
export type RegisterClient = z.infer<typeof RegisterClient>

export const RegisteredClient = z.object({ client_external_id: z.string(), is_registered: z.literal(1) })

export const LoginClient = z.strictObject({
  email: Email,
  password: z.string().check(z.maxLength(256)),
  ...origin,
})

/** A client changes its own password and sends the current one. */
export const ChangePassword = z.strictObject({
  current: z.string().check(z.maxLength(256)),
  new: Password,
})

/** It ends every session, including the one that made the call. */
export const ChangedPassword = z.object({ is_changed: z.literal(1) })

export const SetPassword = z.strictObject({ password: Password })

export const RequestPasswordCode = z.strictObject({
  email: Email,
  client_ip: IpAddress,
  locale: z.optional(LanguageTag),
})

/** The answer is the same whether a client has the address or not. A sandbox shows the code. */
export const PasswordCodeSent = z.object({ is_sent: z.literal(1), sandbox_code: z.optional(z.string()) })

export const ResetPassword = z.strictObject({ email: Email, code: MailedCode, password: Password })

/** `ts` opens one session of the client. */
export const LoggedInClient = z.object({ ts: z.string() })

export const UpdateClient = z.strictObject({
  email: z.optional(Email),
  phone: z.optional(Phone),
  email_verified: z.optional(Flag),
  phone_verified: z.optional(Flag),
  metadata: z.optional(MetadataInput),
})
export type UpdateClient = z.infer<typeof UpdateClient>

export const UpdatedClient = z.object({ client_external_id: z.string(), is_updated: z.literal(1) })

export const ClientWithPassword = z.object({ client_external_id: z.string(), is_changed: z.literal(1) })

const Bit = z.union([z.literal(0), z.literal(1)])

/** A client as its partner reads it. */
export const PartnerClient = z.object({
  client_external_id: z.string(),
  external_email: z.string(),
  external_phone: z.nullable(z.string()),
  external_email_verified: Bit,
  external_phone_verified: Bit,
  first_name: z.nullable(z.string()),
  last_name: z.nullable(z.string()),
  /** `YYYY-MM-DD HH:MM:SS.ffffff`. */
  birth_date: z.nullable(z.string()),
  gender: z.nullable(Gender),
  country: z.nullable(z.string()),
  limits: z.object({
    /** A JSON number: what the client may still pay in over 30 days. */
    client_limit_in_EUR: z.number(),
    verification_level: VerificationLevel,
  }),
  /** The partner's metadata of the client, if any. */
  metadata: z.optional(Metadata),
})
export type PartnerClient = z.infer<typeof PartnerClient>

/** Identifies a client by either of two fields, or by both if they belong to one client. */
export const VerificationOfClient = z.strictObject({
  client_external_id: z.optional(PartnerId),
  client_email: z.optional(Email),
})

export const VerificationUrl = z.object({ verification_url: z.url() })

export const CheckVerification = z.strictObject({
  external_id: PartnerId,
  share_token: z.optional(z.string().check(z.minLength(1), z.maxLength(2_048))),
})

/**
 * The state of a client's verification: the provider does not know it, has not decided, has approved or refused, or
 * could not be asked; or it approved documents that differ from the client's known details, and the operator decides.
 */
const VerificationText = z.enum(['none', 'open', 'approved', 'in_review', 'refused', 'unknown'])

export const CheckedVerification = z.object({
  client_external_id: z.string(),
  provider: z.string(),
  status_msg: z.object({ verification: VerificationText }),
  success: z.literal(1),
})
