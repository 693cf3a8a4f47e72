import * as z from 'zod/mini'

/**
 * The installation's operator, and the addresses of its terms, as every page of a purchase shows them. An address may
 * contain `{language}`, which `legalAddress` fills in.
 */
export const LegalNotice = z.object({
  /** Changes whenever the pages at the addresses do. */
  version: z.string(),
  name: z.string(),
  terms_url: z.nullable(z.string()),
  privacy_url: z.nullable(z.string()),
  /** The address of a page, or a `mailto:` address. */
  help_url: z.nullable(z.string()),
  /** The company that stores card data; null where it is the operator, or not stated. */
  card_holder: z.nullable(z.string()),
  /** The languages that the addresses have pages in, the fallback first. */
  languages: z.array(z.string()),
})
export type LegalNotice = z.infer<typeof LegalNotice>
