import type { ChargeOrder } from '@cambio/exchange/payin/card/CardRail.ts'
import { pages } from '@cambio/wire/http/pages.ts'
import { format } from '@cambio/wire/Money.ts'
import { hashSale } from './hash.ts'
import type { MerchantAccount } from './MerchantAccount.ts'

/**
 * The fields of a SALE by the single-use token of a hosted form. The platform keeps the security code sealed under that
 * token, so the form has no card_cvv2, and the exchange never had the card number.
 */
export function saleForm(
  merchant: MerchantAccount,
  order: ChargeOrder,
  cardToken: string,
): Record<string, string> {
  const { payer } = order
  return {
    action: 'SALE',
    client_key: merchant.clientKey,
    order_id: order.platformOrderId,
    order_amount: format(order.amount),
    order_currency: order.amount.currency,
    order_description: order.description,
    card_token: cardToken,
    payer_first_name: printable(payer.first_name),
    payer_last_name: printable(payer.last_name),
    payer_birth_date: payer.birth_date,
    payer_address: printable(payer.address),
    payer_country: payer.country,
    payer_state: printable(payer.state ?? payer.city).slice(0, longestState),
    payer_city: printable(payer.city),
    payer_zip: printable(payer.postal_code ?? noPostalCode),
    payer_email: order.email,
    payer_phone: payer.phone,
    payer_ip: order.payerIp,
    term_url_3ds: returnAddress(merchant, order.platformOrderId),
    term_url_target: order.returnTo === 'frame' ? '_self' : '_top',
    hash: hashSale(merchant, order.email, cardToken),
  }
}

/** A SALE needs a state and a postal code in every country. Where an address has none, it sends the city and this. */
const noPostalCode = '00000'

/** In characters, by the protocol. */
const longestState = 32

/**
 * Replaces control characters and U+FFFD, which pasted text may contain. They are invisible, and the platform refuses a
 * SALE for them, which would look like a bank's decline.
 */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\uFFFD]/gu, ' ')
}

function returnAddress({ baseUrl, clientKey }: MerchantAccount, platformOrderId: string): string {
  return baseUrl + pages.returned.replace('{client_key}', clientKey).replace('{order_id}', platformOrderId)
}
