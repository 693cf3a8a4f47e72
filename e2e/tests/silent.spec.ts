import { expect, test } from '../src/test.ts'

for (const [locale, sentence] of [
  ['en', 'If you have paid, look at your order before you pay again.'],
  ['de', 'Wenn Sie bezahlt haben, sehen Sie erst nach Ihrer Bestellung'],
] as const)
  test(`a window that does not answer promises nothing about the money, in ${locale}`, async ({
    shop,
    page,
  }) => {
    await shop.open()
    const eventsHandle = await page.evaluateHandle((locale) => {
      const events: unknown[] = []
      const { mount } = (window as unknown as { Cambio: { mount: (...input: unknown[]) => void } }).Cambio
      // A request that nobody opened: its page is no widget, so nothing says hello.
      mount(document.querySelector('#widget'), {
        requestId: 'nobody-has-opened-this',
        locale,
        onEvent: (event: unknown) => events.push(event),
      })
      return events
    }, locale)
    await expect(page.getByText(sentence)).toBeVisible()
    expect(await eventsHandle.jsonValue()).toEqual([
      { kind: 'error', code: 'widget_silent', money_moved: 'checking' },
    ])
  })
