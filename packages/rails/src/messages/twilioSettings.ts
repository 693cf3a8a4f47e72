import { httpUrl, pairs, variable } from '@cambio/server/settings/environment.ts'
import { Secret } from '@cambio/server/settings/Secret.ts'
import * as z from 'zod/mini'
import { _default as byDefault } from 'zod/mini'
import type { TwilioAccount } from './twilio.ts'

/** The operator's account at Twilio, and Twilio's address. */
export type TwilioSettings = { readonly account: TwilioAccount; readonly baseUrl: string }

const PHONE = /^\+[1-9]\d{6,14}$/

const sender = variable(
  'a number such as +4930123456, or the SID of a messaging service, which begins with MG',
  (text) => (PHONE.test(text) || /^MG[0-9a-f]{32}$/.test(text) ? text : undefined),
)

/** The variables that texts and WhatsApp messages need. */
export const twilioVariables = {
  TWILIO_ACCOUNT_SID: z.optional(
    variable('the SID of an account, AC and 32 hex digits', (text) =>
      /^AC[0-9a-f]{32}$/.test(text) ? text : undefined,
    ),
  ),
  TWILIO_AUTH_TOKEN: z.optional(
    variable('the account’s token', (text) => (text.length >= 8 ? new Secret(text) : undefined)),
  ),
  /** The sender of texts. Unset: there are no texts. */
  TWILIO_SMS_FROM: z.optional(sender),
  /** The number that sends on WhatsApp. Unset: there are no WhatsApp messages. */
  TWILIO_WHATSAPP_FROM: z.optional(
    variable('a number such as +4930123456', (text) => (PHONE.test(text) ? text : undefined)),
  ),
  /** The WhatsApp templates, by the names that partners use. */
  TWILIO_TEMPLATES: byDefault(
    variable('template names with their content SIDs, such as order_paid=HX…,hello=HX…', (text) => {
      const named = pairs(text)
      return named && Object.values(named).every((sid) => /^HX[0-9a-fA-F]{32}$/.test(sid)) ? named : undefined
    }),
    {},
  ),
  TWILIO_URL: byDefault(httpUrl, 'https://api.twilio.com'),
}
type TwilioVariables = {
  readonly TWILIO_ACCOUNT_SID?: string | undefined
  readonly TWILIO_AUTH_TOKEN?: Secret | undefined
  readonly TWILIO_SMS_FROM?: string | undefined
  readonly TWILIO_WHATSAPP_FROM?: string | undefined
  readonly TWILIO_TEMPLATES: Readonly<Record<string, string>>
  readonly TWILIO_URL: string
}

/** The settings of messages. Undefined unless both the account and its token are set. */
export function twilioSettings(variables: TwilioVariables): TwilioSettings | undefined {
  const {
    TWILIO_ACCOUNT_SID: accountSid,
    TWILIO_AUTH_TOKEN: token,
    TWILIO_SMS_FROM: smsSender,
    TWILIO_WHATSAPP_FROM: whatsappSender,
  } = variables
  if (accountSid === undefined || token === undefined) return undefined
  return {
    baseUrl: variables.TWILIO_URL,
    account: {
      accountSid,
      login: { user: accountSid, password: token.reveal() },
      ...(smsSender !== undefined && { smsSender }),
      ...(whatsappSender !== undefined && { whatsappSender }),
      templates: variables.TWILIO_TEMPLATES,
    },
  }
}
