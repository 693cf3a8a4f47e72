import { Theme } from '@cambio/wire/theme/Theme.ts'
import { ThemeCorrection } from '@cambio/wire/theme/ThemeCorrection.ts'
import * as z from 'zod/mini'
import { correctionText, themeCorrections } from '../../brand/themeCorrections.ts'
import type { PartnerRecord } from '../../store/read/partner/partners.ts'

/** A partner in the output of a command: everything but its secrets. */
export const ShownPartner = z.object({
  partner_id: z.string(),
  name: z.string(),
  api_key: z.string(),
  state: z.enum(['active', 'suspended']),
  suspended_at: z.nullable(z.string()),
  origins: z.array(z.string()),
  callback_url: z.nullable(z.string()),
  callback_version: z.nullable(z.int()),
  callbacks_off_at: z.nullable(z.string()),
  statuses: z.enum(['all', 'plain']),
  require_timestamp: z.boolean(),
  least_signature_version: z.int(),
  allowed_addresses: z.array(z.string()),
  first_order_free: z.boolean(),
  identifies_clients: z.boolean(),
  attempt_callbacks: z.boolean(),
  settlement: z.enum(['address', 'balance']),
  contact_email: z.nullable(z.string()),
  theme: z.nullable(Theme),
  /** Colours of the theme that the contrast guard changed. */
  theme_corrections: z.array(ThemeCorrection),
  logo: z.nullable(z.string()),
  logo_dark: z.nullable(z.string()),
  created_at: z.string(),
  former_api_key_until: z.nullable(z.string()),
  former_secret_until: z.nullable(z.string()),
  former_callback_secret_until: z.nullable(z.string()),
})
export type ShownPartner = z.infer<typeof ShownPartner>

export function shownPartner(partner: PartnerRecord): ShownPartner {
  return {
    partner_id: partner.id,
    name: partner.name,
    api_key: partner.apiKey,
    state: partner.suspendedAt === null ? 'active' : 'suspended',
    suspended_at: timeOf(partner.suspendedAt),
    origins: [...partner.origins],
    callback_url: partner.callbackUrl,
    callback_version: partner.callbackVersion,
    callbacks_off_at: timeOf(partner.callbacksOffAt),
    statuses: partner.statuses,
    require_timestamp: partner.requireTimestamp,
    least_signature_version: partner.leastSignatureVersion,
    allowed_addresses: [...partner.allowedAddresses],
    first_order_free: partner.firstOrderFree,
    identifies_clients: partner.identifiesClients,
    attempt_callbacks: partner.attemptCallbacks,
    settlement: partner.settlement,
    contact_email: partner.contactEmail,
    theme: partner.theme,
    theme_corrections: themeCorrections(partner.theme),
    logo: partner.logo,
    logo_dark: partner.logoDark,
    created_at: partner.createdAt.toISOString(),
    former_api_key_until: timeOf(partner.formerApiKeyUntil),
    former_secret_until: timeOf(partner.formerSecretUntil),
    former_callback_secret_until: timeOf(partner.formerCallbackSecretUntil),
  }
}

/** The output for people: a line for each setting that has a value. */
export function partnerLines(partner: ShownPartner): string[] {
  const lines: readonly (readonly [string, string | null])[] = [
    ['Partner', `${partner.name} (${partner.partner_id})`],
    ['State', partner.suspended_at === null ? 'active' : `suspended since ${partner.suspended_at}`],
    ['API key', partner.api_key],
    ['Origins', partner.origins.join(' ') || 'none'],
    ['Callbacks to', partner.callback_url ?? 'nobody'],
    ['Callback version', partner.callback_version?.toString() ?? 'of the API that made the order'],
    ['Callbacks are off since', partner.callbacks_off_at],
    ['Statuses', partner.statuses],
    ['API-Timestamp', partner.require_timestamp ? 'required' : 'may be left out'],
    ['Signatures', partner.least_signature_version === 2 ? 'version 2 alone' : 'either version'],
    ['Called from', partner.allowed_addresses.join(' ') || 'any address'],
    ['First orders', partner.first_order_free ? 'free of the service fee' : 'as all others'],
    ['Identifies its own clients', partner.identifies_clients ? 'yes' : 'no'],
    ['Callbacks of declined attempts', partner.attempt_callbacks ? 'sent' : 'in the feed of events alone'],
    ['Settlement', partner.settlement],
    ['Signs in to the page', partner.contact_email ?? 'nobody'],
    ['Theme', partner.theme && JSON.stringify(partner.theme)],
    ...partner.theme_corrections.map(
      (correction) => ['Theme corrected', correctionText(correction)] as const,
    ),
    ['Logo', partner.logo],
    ['Logo on dark ground', partner.logo_dark],
    ['The former API key works until', partner.former_api_key_until],
    ['The former secret works until', partner.former_secret_until],
    ['The former callback secret works until', partner.former_callback_secret_until],
  ]
  return lines.flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`]))
}

function timeOf(date: Date | null): string | null {
  return date?.toISOString() ?? null
}
