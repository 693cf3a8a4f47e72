import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { nonceHeader } from '../../src/fields/nonceHeader.ts'
import type { PageData } from '../../src/fields/PageData.ts'
import { applePaySheet } from './applePaySheet.ts'
import { SheetFailed } from './Sheet.ts'

/* The sheet as Safari opens it: the browser is played here, and the platform's answer with it. */

const request = { label: 'Shop', data: { merchantIdentifier: 'merchant.com.example' } }
const page: PageData = {
  session_id: 's1',
  nonce: 'n1',
  parent_origin: 'https://exchange.example',
  state: 'open',
  theme: {},
  language: { tag: 'en', messages: {} as PageData['language']['messages'] },
  test_cards: [],
  wallets: { amount: '100.00', currency: 'EUR', apple_pay: request },
}
const paymentData = { version: 'EC_v1', data: 'AAAA' }

const validationURL = 'https://apple-pay-gateway.apple.com/paymentservices/startSession'
const validation = (complete: (session: unknown) => void) =>
  Object.assign(new Event('merchantvalidation'), { validationURL, complete })

/** What the page asked of the browser, and how the sheet was closed. */
let asked: { methods: unknown; details: unknown; session?: unknown; closed?: string }
let fetched: unknown[][]
let platformStatus: number

beforeEach(() => {
  fetched = []
  platformStatus = 200
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('fetch', async (...call: unknown[]) => {
    fetched.push(call)
    return Response.json({ session: { opaque: true } }, { status: platformStatus })
  })
  vi.stubGlobal(
    'PaymentRequest',
    class extends EventTarget {
      constructor(methods: unknown, details: unknown) {
        super()
        asked = { methods, details }
      }
      canMakePayment = async () => true
      async show() {
        asked.session = await new Promise((resolve) => this.dispatchEvent(validation(resolve))).catch(() => {
          throw new DOMException('The sheet was closed', 'AbortError')
        })
        return { details: { token: { paymentData } }, complete: async (how: string) => (asked.closed = how) }
      }
    },
  )
})
afterEach(() => vi.unstubAllGlobals())

test('Apple’s sheet is opened with the session that the platform got, and gives the token as text', async () => {
  const sheet = applePaySheet(page, request)
  expect(await sheet.isReady()).toBe(true)
  const approval = await sheet.open(new AbortController().signal)
  expect(asked).toMatchObject({
    methods: [{ supportedMethods: 'https://apple.com/apple-pay', data: request.data }],
    details: { total: { label: 'Shop', amount: { currency: 'EUR', value: '100.00' } } },
    session: { opaque: true },
  })
  const [url, init] = fetched[0] ?? []
  expect(url).toBe('/fields/sessions/s1/apple')
  expect(init).toMatchObject({
    headers: { [nonceHeader]: 'n1' },
    body: JSON.stringify({ validation_url: validationURL }),
  })
  expect(JSON.parse(approval?.token ?? '')).toEqual(paymentData)
  approval?.finish(true)
  expect(asked.closed).toBe('success')
})

test('a sheet for which the platform has no session is closed, and nothing is approved', async () => {
  platformStatus = 502
  await expect(applePaySheet(page, request).open(new AbortController().signal)).rejects.toThrow(SheetFailed)
})
