import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { addresses } from '../src/addresses.ts'
import { expect, test } from '../src/test.ts'

test('shop, widget and card form are three origins on two sites that read nothing of each other, may do four things, and store nothing in frames', async ({
  shop,
  page,
}) => {
  const { widget } = await shop.buyAtPayment()
  await expect(widget.cardFrame.number).toBeVisible()
  const granted = 'payment; clipboard-write; publickey-credentials-get; publickey-credentials-create'
  await expect(shop.frame).toHaveAttribute('allow', granted)
  const origins = new Set(page.frames().map((frame) => new URL(frame.url()).origin))
  expect(origins).toEqual(new Set([addresses.shop, addresses.exchange, addresses.cards]))
  expect(new URL(addresses.shop).hostname).not.toBe(new URL(addresses.exchange).hostname)

  await widget.cardFrame.type('4111111111111111', '0138')
  const reach = (frame: Element, inner: boolean) => {
    try {
      const held = (frame as HTMLIFrameElement).contentWindow
      return (inner ? held?.frames[0] : held)?.document.title ?? 'nothing'
    } catch (error) {
      return error instanceof DOMException ? error.name : 'another error'
    }
  }
  expect(await widget.root.locator('iframe').evaluate(reach, false)).toBe('SecurityError')
  expect(await shop.frame.evaluate(reach, false)).toBe('SecurityError')
  expect(await shop.frame.evaluate(reach, true)).toBe('SecurityError')

  const stores = await widget.root.locator('body').evaluate(() => {
    document.cookie = 'probe=1; SameSite=None; Secure'
    const read = (access: () => unknown) => {
      try {
        return String(access())
      } catch (error) {
        return error instanceof DOMException ? error.name : 'another error'
      }
    }
    return [
      document.cookie,
      read(() => window.localStorage.length),
      read(() => window.sessionStorage.length),
      read(() => window.indexedDB.open('probe')),
    ]
  })
  expect(stores).toEqual(['', 'SecurityError', 'SecurityError', 'SecurityError'])
})

test('a page that the partner does not own cannot frame the widget', async ({ shop, page }) => {
  await shop.buy()
  const url = `${addresses.exchange}/w/${shop.requestId()}`
  const elsewhere = createServer((_, answer) => {
    answer.setHeader('Content-Type', 'text/html').end(`<iframe src="${url}"></iframe>`)
  })
  await once(elsewhere.listen(0, 'localhost'), 'listening')
  const { port } = elsewhere.address() as AddressInfo
  const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'))
  await page.goto(`http://localhost:${port}`)
  await refused
  elsewhere.close()
  elsewhere.closeAllConnections()
})

test('the console names what a page keeps from the frame, and what it gives and nothing uses', async ({
  shop,
  page,
}) => {
  const told: string[] = []
  page.on('console', (message) => message.text().startsWith('Cambio:') && told.push(message.text()))
  const widget = await shop.buy()
  await expect(widget.button('Continue')).toBeEnabled()
  await shop.frame.evaluate((frame: HTMLIFrameElement) => {
    frame.allow = 'clipboard-write; publickey-credentials-create; camera; geolocation'
    const url = new URL(frame.src)
    url.searchParams.set('locale', 'en')
    frame.src = url.href
  })
  await expect.poll(() => told).toHaveLength(2)
  expect(told[0]).toMatch(/^Cambio: the frame is not allowed payment, publickey-credentials-get\. /)
  expect(told[1]).toMatch(/^Cambio: the frame is allowed camera, geolocation, which it does not use\. /)
})
