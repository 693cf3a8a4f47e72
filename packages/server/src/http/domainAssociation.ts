import { Hono } from 'hono'

/**
 * The file by which Apple is sure that a host belongs to a merchant of Apple Pay.
 * Source: https://developer.apple.com/documentation/applepaywebmerchantregistrationapi/preparing-merchant-domains-for-verification
 * @param text the file that Apple gave the merchant; undefined: there is none
 */
export function domainAssociation(text: string | undefined): Hono {
  const app = new Hono()
  if (text !== undefined)
    app.get('/.well-known/apple-developer-merchantid-domain-association', (c) => c.text(text))
  return app
}
