import type { PageData } from '../../src/fields/PageData.ts'
import { memberOf } from './memberOf.ts'
import type { Sheet } from './Sheet.ts'

const METHOD = 'https://google.com/pay'

/**
 * Google Pay by the browser's own Payment Request, so that no script of Google's runs beside a card number.
 * Source: https://developers.google.com/pay/api/web/reference/request-objects
 */
export function googlePaySheet({ amount, currency }: NonNullable<PageData['wallets']>, data: object): Sheet {
  const request = () =>
    new PaymentRequest([{ supportedMethods: METHOD, data }], {
      total: { label: document.title, amount: { currency, value: amount } },
    })
  return {
    wallet: 'google_pay',
    isReady: async () => 'PaymentRequest' in window && (await request().canMakePayment()),
    async open(signal) {
      const asked = request()
      signal.addEventListener('abort', () => void asked.abort().catch(() => {}), { once: true })
      const response = await asked.show()
      const token = tokenIn(response.details)
      if (token === null) await response.complete('fail')
      return token === null
        ? null
        : { token, finish: (accepted) => void response.complete(accepted ? 'success' : 'fail') }
    },
  }
}

/** The token in Google's answer; null where there is none. */
function tokenIn(details: unknown): string | null {
  const data = memberOf(memberOf(details, 'paymentMethodData'), 'tokenizationData')
  const token = memberOf(data, 'token')
  return typeof token === 'string' ? token : null
}
