import { nonceHeader } from '../../src/fields/nonceHeader.ts'
import type { PageData } from '../../src/fields/PageData.ts'
import { memberOf } from './memberOf.ts'
import { SheetFailed, type Sheet } from './Sheet.ts'

const METHOD = 'https://apple.com/apple-pay'

type AppleRequest = Exclude<NonNullable<NonNullable<PageData['wallets']>['apple_pay']>, 'simulated'>

/**
 * Apple Pay by the browser's own Payment Request, so that no script of Apple's runs beside a card number. Apple's sheet waits
 * for a session, which the platform asks Apple for.
 * Source: https://developer.apple.com/documentation/applepayontheweb/payment-request-api
 */
export function applePaySheet(
  { session_id: id, nonce, wallets }: PageData,
  { label, data }: AppleRequest,
): Sheet {
  const { amount: value = '', currency = '' } = wallets ?? {}
  const request = () =>
    new PaymentRequest([{ supportedMethods: METHOD, data }], {
      total: { label, amount: { currency, value } },
    })
  return {
    wallet: 'apple_pay',
    isReady: async () => 'PaymentRequest' in window && (await request().canMakePayment()),
    async open(signal) {
      const asked = request()
      signal.addEventListener('abort', () => void asked.abort().catch(() => {}), { once: true })
      let isWithoutSession = false
      asked.addEventListener('merchantvalidation', (event) => {
        if (!isValidation(event)) return
        const session = sessionFor(id, nonce, event.validationURL)
        session.catch(() => (isWithoutSession = true))
        event.complete(session)
      })
      const response = await asked.show().catch((error: unknown) => {
        throw isWithoutSession ? new SheetFailed() : error
      })
      const token = tokenIn(response.details)
      if (token === null) await response.complete('fail')
      return token === null
        ? null
        : { token, finish: (accepted) => void response.complete(accepted ? 'success' : 'fail') }
    },
  }
}

/** Apple's session, from the platform. @throws Error where there is none: the browser then closes the sheet */
async function sessionFor(id: string, nonce: string, validationUrl: string): Promise<unknown> {
  const answer = await fetch(`/fields/sessions/${encodeURIComponent(id)}/apple`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', [nonceHeader]: nonce },
    body: JSON.stringify({ validation_url: validationUrl }),
    credentials: 'omit',
    redirect: 'error',
  })
  if (!answer.ok) throw new Error(`no session: ${answer.status}`)
  return memberOf(await answer.json(), 'session')
}

/** https://www.w3.org/TR/merchant-validation/ */
type MerchantValidation = Event & {
  readonly validationURL: string
  readonly complete: (session: Promise<unknown>) => void
}

function isValidation(event: Event): event is MerchantValidation {
  return 'validationURL' in event && 'complete' in event
}

/** The encrypted token in Apple's answer, as text; null where there is none. */
function tokenIn(details: unknown): string | null {
  const data = memberOf(memberOf(details, 'token'), 'paymentData')
  return typeof data === 'object' && data !== null ? JSON.stringify(data) : null
}
