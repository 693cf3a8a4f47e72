import { list, variable } from '@cambio/server/settings/environment.ts'
import { languages } from '@cambio/wire/language/languages.ts'
import type { LegalNotice } from '@cambio/wire/widget/LegalNotice.ts'
import * as z from 'zod/mini'

const short = (most: number) =>
  variable(`a text of at most ${most} characters`, (text) => (text.length <= most ? text : undefined))
const address = variable(
  'an http or https address, which may hold {language}, such as https://example.com/{language}/terms',
  (text) => (isAddress(text, ['http:', 'https:']) ? text : undefined),
)
const contact = variable(
  'an http, https or mailto address, such as mailto:help@example.com; {language} may stand in it',
  (text) => (isAddress(text, ['http:', 'https:', 'mailto:']) ? text : undefined),
)

/** The variables of the legal notice on the pages of a purchase. */
export const legalVariables = {
  /** The operator's registered name. */
  LEGAL_NAME: z.optional(short(100)),
  /** Must change whenever the pages at these addresses change; it is stored with each order. */
  LEGAL_VERSION: z.optional(short(40)),
  LEGAL_TERMS_URL: z.optional(address),
  LEGAL_PRIVACY_URL: z.optional(address),
  LEGAL_HELP_URL: z.optional(contact),
  /** The company that stores the card data, if it is not the operator. */
  LEGAL_CARD_HOLDER: z.optional(short(100)),
  /** The languages of the pages at these addresses, the fallback first. */
  LEGAL_LANGUAGES: z.optional(z.pipe(list, z.array(z.enum(languages, `some of ${languages.join(', ')}`)))),
}

export type LegalVariables = z.infer<z.ZodMiniObject<typeof legalVariables>>

/** A sandbox's operator: its links lead to the guide's page about these settings. */
const SANDBOX_NAME = 'Cambio Sandbox'

/**
 * The legal notice of the operator; null if it is not set.
 * @param input.baseUrl the exchange's own address
 */
export function legalNoticeFrom(
  settings: LegalVariables,
  { mode, baseUrl }: { readonly mode: 'sandbox' | 'live'; readonly baseUrl: string },
): LegalNotice | null {
  const { LEGAL_NAME: name, LEGAL_VERSION: version } = settings
  if (name !== undefined && version !== undefined)
    return {
      name,
      version,
      terms_url: settings.LEGAL_TERMS_URL ?? null,
      privacy_url: settings.LEGAL_PRIVACY_URL ?? null,
      help_url: settings.LEGAL_HELP_URL ?? null,
      card_holder: settings.LEGAL_CARD_HOLDER ?? null,
      languages: settings.LEGAL_LANGUAGES ?? ['en'],
    }
  if (mode === 'live') return null
  const guide = `${baseUrl}/guide/operating/legal`
  return {
    name: SANDBOX_NAME,
    version: 'sandbox',
    terms_url: `${guide}#terms`,
    privacy_url: `${guide}#privacy`,
    help_url: `${guide}#help`,
    card_holder: SANDBOX_NAME,
    languages: ['en'],
  }
}

function isAddress(text: string, protocols: readonly string[]): boolean {
  const url = URL.parse(text.replaceAll('{language}', 'en'))
  return url !== null && protocols.includes(url.protocol) && url.username === '' && !/\s/.test(text)
}
