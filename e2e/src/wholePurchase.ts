import { contract } from '@cambio/wire/http/contract.ts'
import type { Page } from '@playwright/test'
import { addresses } from './addresses.ts'
import { partner } from './apiOrder.ts'
import { recordTraffic, type Traffic } from './recordTraffic.ts'
import { Widget } from './Widget.ts'

/** The address of a widget that nobody has opened. */
export async function newWidgetUrl(): Promise<string> {
  const { request_id } = await partner.call(contract.partner.createRequest, {
    body: { payout_currency_default: 'ETH', payout_group_default: 'crypto' },
  })
  return `${addresses.exchange}/w/${request_id}`
}

/** Buys by card on the widget's own page, from an empty cache to the coins, as a new buyer. */
export async function wholePurchase(page: Page): Promise<Traffic> {
  const traffic = recordTraffic(page)
  await page.goto(await newWidgetUrl())
  const widget = new Widget(page)
  await widget.untilCard()
  await widget.pay('Success')
  await widget.outcome(/^You received/)
  return traffic()
}
