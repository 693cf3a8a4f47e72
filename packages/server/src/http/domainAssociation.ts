import { Hono } from 'hono'

/** Where Apple looks for the file on each registered host. */
export const ASSOCIATION_PATH = '/.well-known/apple-developer-merchantid-domain-association'

/**
 * The file that proves to Apple that a host belongs to a merchant of Apple Pay. Source:
 * https://developer.apple.com/documentation/applepaywebmerchantregistrationapi/preparing-merchant-domains-for-verification
 * @param text the file that Apple issued to the merchant; undefined for none
 */
export function domainAssociation(text: string | undefined): Hono {
  const app = new Hono()
  if (text !== undefined) app.get(ASSOCIATION_PATH, (c) => c.text(text))
  return app
}
