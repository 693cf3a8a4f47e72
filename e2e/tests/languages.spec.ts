import { readFile } from 'node:fs/promises'
import type { CompiledCatalogue } from '@cambio/wire/language/sayer.ts'
import type { FrameLocator, Locator, Page } from '@playwright/test'
import { accessibilityFaults } from '../src/accessibilityFaults.ts'
import { cutOff } from '../src/cutOff.ts'
import { expect, test } from '../src/test.ts'
import { freshEmail, jane, wallet, type Widget } from '../src/Widget.ts'

type Words = Readonly<Record<string, string>>

test.describe('in Arabic', () => {
  test.use({ locale: 'ar', viewport: { width: 390, height: 844 } })

  test('a purchase is made from right to left, with nothing wrong for assistive tools', async ({
    page,
    shop,
  }) => {
    const words = await wordsOf('ar')
    const widget = await shop.buy({ mode: 'modal' })
    await expect(widget.heading(words['title'] ?? '')).toBeVisible()
    await expect(widget.root.locator('html')).toHaveAttribute('dir', 'rtl')
    const close = page.getByRole('button', { name: words['picker.close'] ?? '', exact: true })
    await expect.poll(async () => (await close.boundingBox())?.x).toBeLessThan(50)
    await widget.root.getByText(/^.?1\s.?ETH.? ≈ /).click()
    const lines = widget.root.locator('dd')
    await expect(lines.filter({ hasText: '=' })).toHaveCount(1)
    expect(await readsFromTheLeft(lines.filter({ hasText: '=' }), 'ETH', 'EUR')).toBe(true)
    expect(await readsFromTheLeft(lines.filter({ hasText: '−' }).first(), '−', 'EUR')).toBe(true)
    expect(await isMirrored(widget)).toBe(true)
    // An amount begins at the right, beside its label: text that goes by its own direction would stand at the left.
    await expect(widget.field(words['amount.pay'] ?? '')).toHaveCSS('unicode-bidi', 'normal')
    await expect(widget.field(words['amount.pay'] ?? '')).toHaveCSS('direction', 'rtl')
    await walk(widget, words, async () => expect(await widthBeyond(widget)).toBe(0))
    expect(await accessibilityFaults(page)).toEqual([])
    await expect(cardForm(widget, words).locator('html')).toHaveAttribute('dir', 'rtl')
    await cardForm(widget, words).getByRole('button', { name: 'نجاح', exact: true }).click()
    expect(await readsFromTheLeft(widget.button(/^ادفع /), '100', 'EUR')).toBe(true)
    await widget.button(/^ادفع /).click()
    await expect(widget.heading(/^استلمت/)).toBeVisible()
    const address = widget.root.getByText(wallet).first()
    await expect(address).toHaveCSS('direction', 'ltr')
    expect(await readsFromTheLeft(widget.root.getByText('411111******1111'), '411111', '1111')).toBe(true)
    expect(await widthBeyond(widget)).toBe(0)
    const number = widget.root.getByText(/^[A-Z0-9]{5}-[A-Z0-9]{6}$/)
    await expect(number).toHaveCount(2)
    // However narrow the page: an order's number is read out, and stays in one line.
    await widget.root.locator('body').evaluate((body) => body.style.setProperty('width', '150px'))
    expect(await number.evaluateAll((texts) => texts.map((text) => text.getClientRects().length))).toEqual([
      1, 1,
    ])
  })
})

test.describe('with words 40 % longer', () => {
  test.use({ locale: 'de', viewport: { width: 320, height: 740 } })

  test('nothing is cut off on the narrowest page', async ({ page, shop }) => {
    await lengthen(page)
    const german = await wordsOf('de')
    const words = Object.fromEntries(Object.entries(german).map(([key, text]) => [key, longer(text)]))
    const widget = await shop.buy()
    await expect(widget.heading(words['title'] ?? '')).toBeVisible()
    const watch = async () => {
      expect(await widthBeyond(widget)).toBe(0)
      expect(await cutOff(widget.root.locator('body'))).toEqual([])
    }
    await walk(widget, words, watch)
    await cardForm(widget, words)
      .getByRole('button', { name: longer('Erfolg'), exact: true })
      .click()
    await watch()
    await widget.button(/zaahleen$/).click()
    await expect(widget.heading(/eerhaalteen$/)).toBeVisible()
    await watch()
  })
})

/** Goes from the amount to the card, looking at each step by the way. */
async function walk(widget: Widget, words: Words, watch: () => Promise<void>): Promise<void> {
  const next = () => widget.button(words['continue'] ?? '').click()
  await expect(widget.button(words['continue'] ?? '')).toBeEnabled()
  await watch()
  await next()
  await widget.field(words['address.label'] ?? '').fill(wallet)
  await watch()
  await next()
  await widget.field(words['email.label'] ?? '').fill(freshEmail())
  await watch()
  await next()
  const [before = '', after = ''] = (words['code.sandbox'] ?? '').split('{code}')
  const shown = await widget.root.getByText(before.trim()).textContent()
  expect(shown).toContain(after.trim())
  await widget.field(words['code.label'] ?? '').fill(/\d{6}/.exec(shown ?? '')?.[0] ?? '')
  await next()
  const { 'Date of birth': born, Country: country, ...others } = jane
  const [year = '', month = '', day = ''] = born.split('-')
  await widget.field(words['payer.day'] ?? '').fill(day)
  await widget.field(words['payer.month'] ?? '').fill(month)
  await widget.field(words['payer.year'] ?? '').fill(year)
  await widget.search(words['payer.country'] ?? '', country, words['picker.search'])
  const fields = ['firstName', 'lastName', 'state', 'city', 'address', 'postalCode', 'phone']
  for (const [index, value] of Object.values(others).entries())
    await widget.field(words[`payer.${fields[index]}`] ?? '').fill(value)
  await watch()
  await next()
  await expect(widget.heading(words['card.title'] ?? '')).toBeVisible()
  await watch()
}

function cardForm(widget: Widget, words: Words): FrameLocator {
  return widget.root.frameLocator(`iframe[title="${words['card.frame']}"]`)
}

async function wordsOf(language: string): Promise<Words> {
  const folder = `${import.meta.dirname}/../../packages/widget/src/messages/${language}`
  const parts = ['opening', 'purchase', 'order'].map((part) => readFile(`${folder}/${part}.json`, 'utf8'))
  return Object.assign({}, ...(await Promise.all(parts)).map((part): unknown => JSON.parse(part))) as Words
}

/** Puts longer words in place of the German ones, as they are fetched and in the pages that bring them. */
async function lengthen(page: Page): Promise<void> {
  const context = page.context()
  await context.route(/\/(?:purchase|order)-[\w-]+\.js$/, async (route) => {
    const answer = await route.fetch()
    const module = (await import(`data:text/javascript,${encodeURIComponent(await answer.text())}`)) as {
      default: CompiledCatalogue
    }
    await route.fulfill({
      response: answer,
      body: `export default ${JSON.stringify(longerWords(module.default))}`,
    })
  })
  // The first screen's words and the card form's come in their pages.
  await context.route(/\/(?:w|fields\/frame)\/[\w-]+(?:\?|$)/, async (route) => {
    const answer = await route.fetch()
    const body = (await answer.text())
      .replace(/(?<=<script type="application\/json" id="opening">).*?(?=<\/script>)/s, (json) => {
        const opening = JSON.parse(json) as { words: { messages: CompiledCatalogue } }
        const messages = longerWords(opening.words.messages)
        return JSON.stringify({ ...opening, words: { ...opening.words, messages } }).replaceAll(
          '<',
          '\\u003c',
        )
      })
      .replace(/(?<=<meta name="fields-session" content=")[^"]*/, (escaped) => {
        const data = JSON.parse(unescaped(escaped)) as { language: { messages: CompiledCatalogue } }
        const messages = longerWords(data.language.messages)
        return attribute(JSON.stringify({ ...data, language: { ...data.language, messages } }))
      })
    await route.fulfill({ response: answer, body })
  })
}

/** Those in the texts of each message. What is filled in stays, and so does a plural. */
function longerWords(words: CompiledCatalogue): CompiledCatalogue {
  const ofMessage = (message: CompiledCatalogue[string]) =>
    typeof message === 'string'
      ? longer(message)
      : message.map((token) => (typeof token === 'string' ? longer(token) : token))
  return Object.fromEntries(Object.entries(words).map(([key, message]) => [key, ofMessage(message)]))
}

function unescaped(attribute: string): string {
  return attribute
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
}

/** Each vowel twice: words grow by two fifths, and so does what cannot be broken. A name in braces stays. */
function longer(text: string): string {
  return text.replaceAll(/\{\w+\}|[aeiouäöü]/gi, (found) =>
    found.startsWith('{') ? found : found + found.toLowerCase(),
  )
}

/** Whether what stands first in a line is at the right of what stands last. */
async function isMirrored({ root }: Widget): Promise<boolean> {
  return root.locator('html').evaluate(() => {
    const [input, picker] = [document.querySelector('input'), document.querySelector('button[aria-haspopup]')]
    if (!input || !picker) throw new Error('There is no amount beside a currency')
    return input.getBoundingClientRect().left > picker.getBoundingClientRect().left
  })
}

/** Whether one part of a text stands at the left of another, which is the text's last. */
async function readsFromTheLeft(element: Locator, first: string, last: string): Promise<boolean> {
  return element.evaluate(
    (node, [first, last]) => {
      const leftOf = (part: string, find: 'indexOf' | 'lastIndexOf') => {
        const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
        while (texts.nextNode()) {
          const at = texts.currentNode.textContent?.[find](part) ?? -1
          if (at < 0) continue
          const range = document.createRange()
          range.setStart(texts.currentNode, at)
          range.setEnd(texts.currentNode, at + part.length)
          return range.getBoundingClientRect().left
        }
        throw new Error(`${part} is not in ${node.textContent}`)
      }
      return leftOf(first, 'indexOf') < leftOf(last, 'lastIndexOf')
    },
    [first, last] as const,
  )
}

/** How many pixels of the page are beyond its edge. */
async function widthBeyond({ root }: Widget): Promise<number> {
  return root.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth)
}
