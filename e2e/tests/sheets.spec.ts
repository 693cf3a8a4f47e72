import type { Locator } from '@playwright/test'
import { openWidget } from '../src/ownPage.ts'
import { expect, test } from '../src/test.ts'

test.describe('with a clock in Vienna', () => {
  test.use({ locale: 'de-AT', timezoneId: 'Europe/Vienna' })

  test('countries and dialing codes have flags, the likely and the popular ones first, and the whole keyboard', async ({
    page,
  }) => {
    const widget = await openWidget(page)
    await expect(widget.button('Weiter')).toBeEnabled()
    await page.evaluate(() => history.replaceState(null, '', `${location.pathname}?locale=en`))
    await page.reload()
    await widget.amount()
    await widget.address()
    await widget.email()
    const first = ['Austria', 'Germany', 'France', 'United Kingdom', 'Spain', 'Italy']
    const country = widget.button('Country')
    await expect(country).toHaveAccessibleDescription('Austria')
    await country.click()
    const countries = widget.root.getByRole('dialog', { name: 'Country' })
    await expect(countries).toBeVisible()
    expect((await countries.getByRole('option').allInnerTexts()).slice(0, 7).map(nameIn)).toEqual([
      ...first,
      'Afghanistan',
    ])
    expect(await flagsOf(countries)).toEqual(['AT', 'DE', 'FR'])
    await page.keyboard.type('japan')
    await page.keyboard.press('Enter')
    await expect(country).toHaveAccessibleDescription('Japan')

    const phone = widget.field('Phone')
    const prefix = widget.button('Dialing code')
    await phone.fill('660 1234567')
    await prefix.click()
    const codes = widget.root.getByRole('dialog', { name: 'Dialing code' })
    await expect(codes.getByRole('option').first()).toHaveAccessibleName('Austria +43')
    expect(await flagsOf(codes)).toEqual(['AT', 'DE', 'FR'])
    await page.keyboard.press('Enter')
    await expect(phone).toHaveValue('+43 660 1234567')
    await prefix.click()
    await expect(codes).toBeVisible()
    await page.keyboard.type('+81')
    await page.keyboard.press('Enter')
    await expect(phone).toHaveValue('+81 660 1234567')
    await expect(prefix).toHaveAccessibleDescription('+81')
    await phone.fill('+81 ')
    await phone.pressSequentially('0660')
    await expect(phone).toHaveValue('+81 660')
  })
})

test('currencies, coins and ways to pay have their signs, the popular ones first, and the whole keyboard', async ({
  page,
}) => {
  const widget = await openWidget(page)
  await widget.button('Currency you pay').click()
  const money = widget.root.getByRole('dialog', { name: 'Currency you pay' })
  for (const [at, name] of ['EUR', 'USD', 'GBP'].entries())
    await expect(money.getByRole('option').nth(at)).toHaveAccessibleName(name)
  expect(await drawnOf(money)).toEqual(['EUR', 'USD', 'GBP'])
  await page.keyboard.press('Escape')
  await widget.button('Pay with').click()
  const ways = widget.root.getByRole('dialog', { name: 'Pay with' })
  await expect(ways).toBeVisible()
  expect(await drawnOf(ways)).toEqual(['card', 'sepa'])
  await page.keyboard.press('End')
  await expect(ways.getByRole('option').last()).toHaveAttribute('data-active', 'true')
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(widget.button('Pay with')).toHaveAccessibleDescription('Bank transfer (SEPA)')
})

/** What the first three options of a list show as their flags, as letters. */
async function flagsOf(list: Locator): Promise<string[]> {
  return list.getByRole('option').evaluateAll((options) =>
    options.slice(0, 3).map((option) =>
      Array.from(option.querySelector('[data-drawn]')?.textContent ?? '', (sign) => {
        const at = sign.codePointAt(0) ?? 0
        return at > 0x1f000 ? String.fromCodePoint(at - 0x1f1a5) : sign
      }).join(''),
    ),
  )
}

/** The drawings of the first three options of a list; none where a drawing is missing. */
async function drawnOf(list: Locator): Promise<string[]> {
  return list.getByRole('option').evaluateAll((options) =>
    options.slice(0, 3).flatMap((option) => {
      const drawing = option.querySelector<HTMLElement>('[data-drawing]')
      return drawing && getComputedStyle(drawing).backgroundImage.startsWith('url(')
        ? [drawing.dataset['drawing'] ?? '']
        : []
    }),
  )
}

/** An option's name without the letters that stand for its flag. */
function nameIn(text: string): string {
  return text.split('\n').at(-1) ?? ''
}
