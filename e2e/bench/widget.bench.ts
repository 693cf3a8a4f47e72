import { addresses } from '../src/addresses.ts'
import { purchaseTraffic } from '../src/purchaseTraffic.ts'
import { test } from '../src/test.ts'
import { newWidgetUrl, wholePurchase } from '../src/wholePurchase.ts'
import { bareReactPath } from './bareReact.ts'
import { openings } from './openings.ts'
import { sizes } from './sizes.ts'
import { watchPage } from './watchPage.ts'

/*
 * `pnpm bench:widget`: what a buyer waits for, on the real product and beside a page of React and one heading that the
 * same server sends. Times are those of one machine and one run: compare them with nothing else.
 */

const ms = (value: number) => `${Math.round(value)} ms`
const bytes = (value: number) => `${value} bytes`

test('what a buyer waits for', async ({ browser, page }) => {
  print('', 'widget', 'bare React', 'goal')
  const { script, style, bareScript } = sizes()
  print('first screen, script, Brotli', bytes(script.brotli), bytes(bareScript.brotli), 'at most 86000')
  print('first screen, script, gzip', bytes(script.gzip), bytes(bareScript.gzip), 'at most 98000')
  print('first screen, style, gzip', bytes(style.gzip), '', 'at most 10000')

  const { widget, bare } = await openings(browser, {
    widget: { url: newWidgetUrl, usable: '#widget > main [type=submit][aria-disabled=false]' },
    bare: { url: async () => `${addresses.exchange}${bareReactPath}`, usable: '#root > h1' },
  })
  print('largest paint (LCP), slow phone', ms(widget.lcpMs), ms(bare.lcpMs), 'at most 800')
  print('usable, slow phone', ms(widget.usableMs), ms(bare.usableMs), 'at most 1400')

  await page.addInitScript(watchPage, 'main')
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const traffic = purchaseTraffic(await wholePurchase(page))
  const { shift, longestActMs, longestAct } = await page.evaluate(() => window.noted)
  print('whole purchase, sent', bytes(traffic.bytes), '', 'at most 147000')
  print('whole purchase, requests', String(traffic.requests), '', 'at most 18')
  print('whole purchase, layout shift (CLS)', shift.toFixed(4), '', 'at most 0.02')
  print('whole purchase, longest act (INP)', ms(longestActMs), '', `at most 100; it was: ${longestAct}`)
})

function print(what: string, widget: string, bare: string, goal: string): void {
  console.log(`${what.padEnd(38)}${widget.padEnd(16)}${bare.padEnd(16)}${goal}`)
}
