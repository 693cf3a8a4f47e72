import * as z from 'zod/mini'

/**
 * Who operates the installation, and the addresses of its terms, as every page of a purchase shows them. An address may
 * hold `{language}`, which `legalAddress` fills in.
 */
export const LegalNotice = z.object({
  /** Changes whenever what stands at the addresses does. */
  version: z.string(),
  name: z.string(),
  terms_url: z.nullable(z.string()),
  privacy_url: z.nullable(z.string()),
  /** A page, or `mailto:` an address. */
  help_url: z.nullable(z.string()),
  /** Who holds the data of cards; null where it is the operator, or not said. */
  card_holder: z.nullable(z.string()),
  /** The languages that the addresses have pages in, the fallback first. */
  languages: z.array(z.string()),
})
export type LegalNotice = z.infer<typeof LegalNotice>
