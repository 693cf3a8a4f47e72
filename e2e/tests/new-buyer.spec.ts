import { addresses } from '../src/addresses.ts'
import { countEffort } from '../src/countEffort.ts'
import { hold } from '../src/hold.ts'
import { openWidget } from '../src/ownPage.ts'
import { expect, test } from '../src/test.ts'
import { freshEmail, wallet } from '../src/Widget.ts'

test.describe('a new buyer', () => {
  test.use({ timezoneId: 'Europe/Berlin' })

  test('types ten fields: the country is there, and a whole name and a whole address are read from one line each', async ({
    page,
    context,
  }) => {
    const effort = await countEffort(context, addresses.shop)
    const widget = await openWidget(page, { payin_amount: '30' })
    await widget.amount()
    await widget.address(wallet)
    await widget.email(freshEmail())
    await expect(widget.button('Country')).toHaveAccessibleDescription('Germany')
    const firstLetter = await widget.root
      .getByText(/^fees \d/)
      .evaluate((line) => getComputedStyle(line, '::first-letter').textTransform)
    expect(firstLetter).toBe('uppercase')
    for (const name of ['First name', 'Last name', 'Address', 'City'])
      await expect(widget.field(name)).toHaveAttribute('autocapitalize', 'words')
    // A phone's keyboard leads from field to field, and at the last one to the next step.
    const hints = { 'First name': 'next', Year: 'next', City: 'next', Phone: 'go' }
    for (const [name, hint] of Object.entries(hints))
      await expect(widget.field(name)).toHaveAttribute('enterkeyhint', hint)
    await widget.next()
    await expect(widget.root.getByText('Enter your first name.', { exact: true })).toBeVisible()
    await expect(widget.field('First name')).toHaveAccessibleDescription(
      'Enter your first name. Or your full name.',
    )
    await widget.field('First name').fill('Jane Doe')
    await widget.born('1990-02-28')
    await widget.field('Address').fill('Unter den Linden 1, 10117 Berlin')
    // As it is copied from a letterhead, with a mark of direction that no one sees.
    await widget.field('Phone').fill('\u202a030/1234.567')
    await expect(widget.field('Address')).toHaveValue('Unter den Linden 1')
    await expect(widget.field('Postal code')).toHaveValue('10117')
    await expect(widget.field('City')).toHaveValue('Berlin')
    await expect(widget.field('Last name')).toHaveValue('Doe')
    await widget.next()
    await widget.cardFrame.type('4111111111111111', '01/38')
    await widget.button(/^Pay \d/).click()
    await widget.outcome(/^You received/)
    expect(effort.spent().fields).toEqual([
      'Wallet address',
      'E-mail',
      'Code',
      'First name',
      'Date of birth',
      'Address',
      'Phone',
      'Card number',
      'Expiry date',
      'Security code',
    ])
  })

  test('who chooses a country with states is asked for theirs, and no other', async ({ page }) => {
    const widget = await openWidget(page, { payin_amount: '30' })
    await widget.amount()
    await widget.address()
    await widget.email()
    await expect(widget.root.getByText('State or region (optional)')).toBeVisible()
    await widget.search('Country', 'United States')
    await expect(widget.root.getByText('optional')).toHaveCount(0)
    await widget.field('First name').fill('Mary Ann')
    await widget.field('Last name').fill('Smith')
    await widget.born('1990-02-28')
    await widget.field('Address').fill('1 Main St, 62704 Springfield')
    await widget.field('Phone').fill('+1 217 555 0100')
    await widget.next()
    await expect(widget.root.getByText('Enter your state or region.')).toBeVisible()
    await expect(widget.field('First name')).toHaveValue('Mary Ann')
    await widget.field('State or region').fill('IL')
    await widget.next()
    await expect(widget.button(/^Pay \d/)).toBeVisible()
  })

  test('who goes on typing while the reader of lines is fetched keeps what was typed', async ({ page }) => {
    const widget = await openWidget(page, { payin_amount: '30' })
    await widget.amount()
    await widget.address()
    await widget.email()
    await widget.search('Country', 'United States')
    const { held, release } = await hold(page, '**/readLine-*.js', { times: 1 })
    await widget.field('First name').fill('Mary Ann Smith')
    await widget.field('Address').fill('1 Main St, 62704 Springfield')
    await widget.field('State or region').fill('IL')
    await expect.poll(() => held.length).toBe(1)
    await widget.field('First name').fill('Mary Anne Smith')
    release()
    await expect(widget.field('City')).toHaveValue('Springfield')
    await expect(widget.field('State or region')).toHaveValue('IL')
    // The name is read once its field is left again.
    await expect(widget.field('First name')).toHaveValue('Mary Anne Smith')
    await widget.field('City').focus()
    await expect(widget.field('First name')).toHaveValue('Mary Anne')
    await expect(widget.field('Last name')).toHaveValue('Smith')
  })

  test('who goes on typing while the name is read keeps what was typed', async ({ page }) => {
    const widget = await openWidget(page, { payin_amount: '30' })
    await widget.amount()
    await widget.address()
    await widget.email()
    await widget.field('Last name').evaluate((field: HTMLInputElement) => {
      const stored = Object.getOwnPropertyDescriptor(Storage.prototype, 'setItem')!
      const type = () => {
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'Smith')
        field.dispatchEvent(new Event('input', { bubbles: true }))
      }
      Storage.prototype.setItem = function (name, value) {
        stored.value.call(this, name, value)
        if (!value.includes('"Ann"')) return
        Object.defineProperty(Storage.prototype, 'setItem', stored)
        // The proposal is noted, and not yet shown.
        queueMicrotask(type)
      }
    })
    await widget.field('First name').fill('Mary Ann')
    await widget.field('First name').blur()
    await expect(widget.field('Last name')).toHaveValue('Smith')
    await expect(widget.field('First name')).toHaveValue('Mary Ann')
  })
})
