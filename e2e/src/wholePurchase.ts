import { contract } from '@cambio/wire/http/contract.ts'
import type { Page, Request } from '@playwright/test'
import { addresses } from './addresses.ts'
import { partner } from './apiOrder.ts'
import { Widget } from './Widget.ts'

/** What a purchase took from the network. */
export type Traffic = {
  /**
   * Each request that was answered, in the order in which they ended, with the bytes of its answer as they were sent,
   * headers included, and with when it was sent, epoch milliseconds.
   */
  readonly answers: readonly { readonly url: string; readonly bytes: number; readonly sentAt: number }[]
  readonly bytes: number
}

/** The address of a widget that nobody has opened. */
export async function newWidgetUrl(): Promise<string> {
  const { request_id } = await partner.call(contract.partner.createRequest, {
    body: { payout_currency_default: 'ETH', payout_group_default: 'crypto' },
  })
  return `${addresses.exchange}/w/${request_id}`
}

/** Buys by card on the widget's own page, from an empty cache to the coins, as a new buyer. */
export async function wholePurchase(page: Page): Promise<Traffic> {
  const finished: Request[] = []
  page.on('requestfinished', (request) => finished.push(request))
  await page.goto(await newWidgetUrl())
  const widget = new Widget(page)
  await widget.untilCard()
  await widget.pay('Success')
  await widget.outcome(/^You received/)
  const answers = await Promise.all(
    finished
      .filter((request) => request.url().startsWith('http'))
      .map(async (request) => {
        const { responseHeadersSize, responseBodySize } = await request.sizes()
        const bytes = responseHeadersSize + responseBodySize
        return { url: request.url(), bytes, sentAt: request.timing().startTime }
      }),
  )
  return { answers, bytes: answers.reduce((sum, { bytes }) => sum + bytes, 0) }
}
