import { accessibilityFaults, readingFaults } from '../src/accessibilityFaults.ts'
import { addresses } from '../src/addresses.ts'
import { isWhole, ONE_IN } from '../src/oneIn.ts'
import { Reader } from '../src/Reader.ts'
import { recordTraffic } from '../src/recordTraffic.ts'
import { expect, test } from '../src/test.ts'

/** What the reference's first view may take from the network, bytes. */
const FIRST_VIEW = 150_000

test('the pages of guide and reference have no accessibility faults, no broken link and no error in the console', async ({
  page,
}) => {
  test.slow(isWhole, 'It looks at a hundred pages.')
  const faults: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(`${page.url()} says ${message.text()}`)
  })
  page.on('pageerror', (error) => faults.push(`${page.url()} throws ${error.message}`))

  const ids = new Map<string, readonly string[]>()
  const links: Link[] = []
  let unread = ['/guide/', '/docs']
  const known = new Set(unread)
  const parser = await page.context().newPage()
  while (unread.length > 0) {
    for (const read of await parser.evaluate(readPages, await fetchPages(unread))) {
      const { path } = read
      if (read.status !== 200) faults.push(`${path} answers ${read.status}`)
      if (!/^\/(?:guide|docs)\b/.test(path)) continue
      const isFirst = path === '/guide/' || path === '/docs'
      // Links are followed on all.
      if (isFirst || ids.size % ONE_IN === 0) {
        await page.goto(`${addresses.exchange}${path}`)
        const here = isFirst ? await accessibilityFaults(page) : await readingFaults(page)
        faults.push(...here.map((fault) => `${path} has ${fault}`))
      }
      ids.set(path, read.ids)
      if (read.emptyHeaders > 0) faults.push(`${path} has a table with an empty header`)
      links.push(...linksOf(path, read.links))
    }
    unread = [...new Set(links.map((link) => link.path))].filter((path) => !known.has(path))
    for (const path of unread) known.add(path)
  }
  const broken = links.filter(
    ({ path, anchor }) => anchor !== '' && ids.has(path) && !ids.get(path)?.includes(anchor),
  )
  expect([...faults, ...broken.map(({ from, path, anchor }) => `${from} names ${path}#${anchor}`)]).toEqual(
    [],
  )
  expect(ids.size).toBeGreaterThan(50)
})

test('a reader’s first tap, click or key works on a page of the guide whose scripts have not run', async ({
  page,
}) => {
  const faults: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(message.text())
  })
  await page.setViewportSize({ width: 390, height: 844 })
  const open = async () => {
    await page.goto(`${addresses.exchange}/guide/orders/create`)
    // A browser says that a pointer moves when the page is drawn under it.
    await page.mouse.move(200, 400)
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate(() => '__VITEPRESS__' in globalThis)).toBe(false)
  }
  await open()
  await page.locator('.VPLocalNav').getByRole('button', { name: 'Menu' }).click()
  await expect(
    page.locator('#VPSidebarNav').getByRole('link', { name: 'Prices and limits' }),
  ).toBeInViewport()
  await open()
  await page.getByRole('button', { name: 'On this page' }).hover()
  await page.mouse.down()
  // As long as a person presses: a page that changes under a press loses the click.
  await page.waitForTimeout(500)
  await page.mouse.up()
  await expect(page.locator('.VPLocalNav').getByRole('link', { name: 'If the answer is lost' })).toBeVisible()
  await open()
  await page.keyboard.press('/')
  await page.getByRole('searchbox').fill('refund')
  await expect(page.getByRole('option').first()).toContainText(/refund/i)
  expect(faults).toEqual([])
})

type Link = { readonly from: string; readonly path: string; readonly anchor: string }

/** Where a page's links within the product lead. */
function linksOf(from: string, hrefs: readonly string[]): Link[] {
  return hrefs
    .map((href) => new URL(href, `${addresses.exchange}${from}`))
    .filter(({ origin }) => origin === addresses.exchange)
    .map(({ pathname, hash }) => ({ from, path: pathname, anchor: decodeURIComponent(hash.slice(1)) }))
}

type FetchedPage = { readonly path: string; readonly status: number; readonly html: string }
type ReadPage = {
  readonly path: string
  readonly status: number
  readonly ids: string[]
  readonly links: string[]
  readonly emptyHeaders: number
}

/** Fetches as they are what a browser would have compressed, which takes the exchange longer than all else of a page. */
async function fetchPages(paths: readonly string[]): Promise<FetchedPage[]> {
  const pages: FetchedPage[] = []
  for (const path of paths) {
    const answer = await fetch(`${addresses.exchange}${path}`, { headers: { 'Accept-Encoding': 'identity' } })
    pages.push({ path, status: answer.status, html: await answer.text() })
  }
  return pages
}

/** Pages by their HTML alone: their anchors and links, and how many headers of tables say nothing. Runs in a browser. */
function readPages(fetched: readonly FetchedPage[]): ReadPage[] {
  return fetched.map(({ path, status, html }) => {
    const parsed = new DOMParser().parseFromString(html, 'text/html')
    const headers = [...parsed.querySelectorAll('th')]
    return {
      path,
      status,
      ids: [...parsed.querySelectorAll('[id]')].map(({ id }) => id),
      links: [...parsed.querySelectorAll('a[href]')].map((link) => link.getAttribute('href') ?? ''),
      emptyHeaders: headers.filter((header) => header.textContent.trim() === '').length,
    }
  })
}

test('a reader gets the reference in 150 kB, finds things in it within three clicks each, and calls the sandbox from it', async ({
  page,
  context,
}, info) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const reader = new Reader(page)
  const traffic = recordTraffic(page)
  await reader.start()
  await page.waitForLoadState('networkidle')
  const { answers, bytes } = await traffic()
  expect(bytes, answers.map((each) => `${each.bytes} ${each.url}`).join('\n')).toBeLessThanOrEqual(FIRST_VIEW)
  const look = (question: string, find: () => Promise<void>) =>
    test.step(question, async () => {
      const began = Date.now()
      await reader.start()
      await find()
      expect(reader.clicks).toBeLessThanOrEqual(3)
      info.annotations.push({
        type: question,
        description: `${reader.clicks} clicks, ${Date.now() - began} ms`,
      })
    })
  /** What is found as another thing is that is always looked for. */
  const lookWhenWhole: typeof look = async (...asked) => (isWhole ? look(...asked) : undefined)

  await look('What does amount_out_of_bounds ask of me?', async () => {
    await reader.search('amount_out', 'amount_out_of_bounds')
    await expect(page.locator('#amount_out_of_bounds')).toContainText('Show the buyer the least and the most')
    await expect(page.locator('#amount_out_of_bounds')).toBeInViewport()
  })
  await lookWhenWhole('What are the limits of one order?', async () => {
    await reader.search('payin_min_amount', 'Fee')
    const fee = reader.part('Fee')
    await reader.click(fee.getByText(/^Answer \d+ fields/))
    await expect(fee.getByText('The minimum pay-in of one order.')).toBeVisible()
  })
  await look('How do I confirm a withdrawal, in PHP?', async () => {
    await reader.search('confirm withdrawal', 'Confirm order')
    const part = reader.part('Confirm order')
    await reader.click(part.getByRole('button', { name: 'PHP' }))
    await expect(part.getByText('<?php')).toBeVisible()
  })
  await look('How do I open a widget request, to be copied, in PHP as before?', async () => {
    await reader.open('Widget requests')
    await reader.click(reader.part('Create request').getByRole('button', { name: 'Copy: Create request' }))
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^<\?php/)
  })
  await look('How do I sign?', async () => {
    await reader.search('signature', 'Signatures')
    await expect(reader.part('Signatures')).toContainText('base64(HMAC-SHA512(secret, SHA256(path + body)))')
  })
  await lookWhenWhole('How often is a callback tried?', async () => {
    await reader.open('Callbacks')
    await expect(page.getByText('5 s, 5 min, 30 min, 2 h, 5 h')).toBeVisible()
  })
  await look('What does auth_success mean?', async () => {
    await reader.open('Statuses')
    await expect(page.getByText('From here on the order is paid out or refunded.')).toBeVisible()
  })
  await lookWhenWhole('How many decimals has USDC?', async () => {
    await reader.open('Currencies')
    await expect(page.getByRole('row', { name: 'USDC' })).toContainText('6')
  })
  await lookWhenWhole('How do I test a declined card?', async () => {
    await reader.open('Test data')
    await expect(page.getByRole('row', { name: 'Is declined.' }).first()).toContainText('02/2038')
  })
  await look('What does the sandbox answer to a call that I change?', async () => {
    await reader.open('Prices and offer')
    const part = reader.part('Fee')
    await reader.click(part.getByText('Try it'))
    await part.getByRole('textbox', { name: 'Body' }).fill(JSON.stringify(price))
    await reader.click(part.getByRole('button', { name: 'Send: Fee' }))
    await expect(part.getByRole('status')).toContainText('200 OK')
    await expect(part.getByRole('status')).toContainText('"payin_amount": "70.00"')
  })
})

const price = {
  partner_order_id: 'priced-1',
  payin_currency: 'EUR',
  payout_currency: 'ETH',
  payin_amount: '70.00',
}
