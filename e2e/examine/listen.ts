import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, type Frame, type Page } from '@playwright/test'
import { addresses } from '../src/addresses.ts'

const path = '/virtual-screen-reader.js'
const mostPhrases = 600

type Reader = {
  start(options: { container: Element }): Promise<void>
  next(): Promise<void>
  stop(): Promise<void>
  lastSpokenPhrase(): Promise<string>
  spokenPhraseLog(): Promise<string[]>
}

/**
 * What a virtual screen reader says of the widget, from its first line to its last: of the list that lies over it, where one
 * is open. A control without a name, of which it says its role alone, fails the test. Left out is where paragraphs and the
 * like begin and end, which no screen reader says, and what a long list goes on with after its first options.
 */
export async function listen(page: Page): Promise<string[]> {
  const frame = frameOf(page)
  await serveReader(page)
  const spoken = await frame.evaluate(
    async ({ path, most }) => {
      const { virtual } = (await import(path)) as { virtual: Reader }
      const [dialog] = document.querySelectorAll('dialog[open]')
      await virtual.start({ container: dialog ?? document.body })
      for (let at = 0; at < most; at++) {
        await virtual.next()
        if (/^end of (document|dialog)/.test(await virtual.lastSpokenPhrase())) break
      }
      const log = await virtual.spokenPhraseLog()
      await virtual.stop()
      return log
    },
    { path: readerIn(frame), most: mostPhrases },
  )
  expect(spoken.length).toBeGreaterThan(2)
  expect(
    spoken.filter((phrase) => /^(button|textbox|link|image|combobox|checkbox|dialog|iframe)$/.test(phrase)),
  ).toEqual([])
  return spoken.filter(isOfContent).map(withoutOwner)
}

/** The widget's frame, or the page where it is alone. */
export function frameOf(page: Page): Frame {
  return page.frames().find((each) => /\/[wo]\//.test(each.url())) ?? page.mainFrame()
}

const structure = /^(end( of|, ) ?.*|document|paragraph|strong|group|term|definition)$/

function isOfContent(phrase: string): boolean {
  const [, position = '1'] = /^option, .*position (\d+)/.exec(phrase) ?? []
  return !structure.test(phrase) && Number(position) <= 5
}

/** An address of this machine and a buyer of this run are others in the next one. */
export function withoutOwner(phrase: string): string {
  return phrase
    .replaceAll(new URL(addresses.exchange).origin, 'https://exchange.example')
    .replaceAll(/buyer-[\da-f-]{36}@/g, 'buyer@')
}

function readerIn(frame: Frame): string {
  return new URL(path, frame.url()).href
}

/** The reader comes from the widget's own origin, as its policy asks of every script. */
async function serveReader(page: Page): Promise<void> {
  const file = fileURLToPath(import.meta.resolve('@guidepup/virtual-screen-reader/browser.js'))
  const body = await readFile(file, 'utf8')
  await page.route(`**${path}`, (route) => route.fulfill({ contentType: 'text/javascript', body }))
}
