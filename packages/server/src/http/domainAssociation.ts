import { Hono } from 'hono'

/**
 * The file that proves to Apple that a host belongs to a merchant of Apple Pay. Source:
 * https://developer.apple.com/documentation/applepaywebmerchantregistrationapi/preparing-merchant-domains-for-verification
 * @param text the file that Apple issued to the merchant; undefined for none
 */
export function domainAssociation(text: string | undefined): Hono {
  const app = new Hono()
  if (text !== undefined)
    app.get('/.well-known/apple-developer-merchantid-domain-association', (c) => c.text(text))
  return app
}
