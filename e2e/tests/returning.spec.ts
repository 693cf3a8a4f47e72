import type { Locator } from '@playwright/test'
import { addAuthenticator } from '../src/addAuthenticator.ts'
import { addresses } from '../src/addresses.ts'
import { knownBuyer } from '../src/beginPurchase.ts'
import { countEffort } from '../src/countEffort.ts'
import { openWidget } from '../src/ownPage.ts'
import { expect, test } from '../src/test.ts'
import { wallet } from '../src/Widget.ts'

const remember = 'Remember me on this device for 90 days (not on a shared computer)'

test.describe('a buyer who comes back', () => {
  test.use({ thirdPartyStorage: 'allowed' })

  test('a returning buyer pays by the saved card to the wallet of before, with three clicks and one field, until they forget the device', async ({
    shop,
    page,
    context,
  }) => {
    const email = await knownBuyer()
    let widget = await shop.buy({ amount: '30' })
    await widget.amount()
    await widget.address()
    await widget.field('E-mail').fill(email)
    await widget.next()
    await widget.field(remember).check()
    await widget.code()
    await widget.cardFrame.pick('Success')
    await expect(widget.button('Saved devices and cards')).toHaveAttribute('aria-expanded', 'false')
    const save = widget.cardFrame.frame.getByLabel('Save this card for my next purchases')
    // A browser draws a white box on a dark page, too.
    await expect(save).toHaveCSS('appearance', 'none')
    await save.check()
    await expect(save).toHaveCSS('appearance', 'auto')
    await widget.button(/^Pay \d/).click()
    await widget.outcome(/^You received/)

    await page.goto('about:blank')
    const effort = await countEffort(context, addresses.shop)
    widget = await shop.buy({ amount: '30' })
    await widget.amount()
    await expect(widget.field('Wallet address')).toHaveValue(wallet)
    await expect(widget.root.getByText(email)).toBeVisible()
    await widget.next()
    await expect(widget.cardFrame.frame.getByText('Visa •••• 1111 · 01/38')).toBeVisible()
    await expect(widget.button('Use another card')).toBeVisible()
    await expect(widget.button('Try another card')).toHaveCount(0)
    const securityCode = widget.cardFrame.frame.getByLabel('Security code')
    await expect.poll(() => distance(securityCode, widget.button(/^Pay \d/))).toBeLessThan(60)
    await securityCode.fill('123')
    await widget.button(/^Pay \d/).click()
    await widget.outcome(/^You received/)
    expect(effort.spent()).toEqual({ clicks: 3, fields: ['Security code'] })

    // From here on the shop around the widget tells nothing more.
    widget = await openWidget(page, { payin_amount: '30' })
    await widget.amount()
    await expect(widget.field('Wallet address')).toHaveValue(wallet)
    await widget.field('Wallet address').fill('0xde709f2102306220921060314715629080e2fb77')
    await widget.next()
    await expect(widget.field('E-mail')).toHaveValue(email)
    await expect(
      widget.root.getByText('For this we need the code that we send to your e-mail.'),
    ).toBeVisible()
    await widget.next()
    await widget.code()
    await expect(widget.button(/^Pay \d/)).toBeVisible()
    await widget.button('Saved devices and cards').click()
    await widget.button(/^Forget .* on /).click()
    await expect(widget.button(/^Forget .* on /)).toHaveCount(0)
    widget = await openWidget(page, { payin_amount: '30' })
    await widget.amount()
    await widget.address()
    await expect(widget.field('E-mail')).toHaveValue('')
  })
})

test('a new buyer adds a passkey, is signed in by it where the frame may store nothing, and forgets it like a device', async ({
  shop,
  page,
}) => {
  await addAuthenticator(page)
  // Browsers had passkeys for years before they had them as JSON.
  await page.addInitScript(() => {
    Reflect.deleteProperty(PublicKeyCredential, 'parseCreationOptionsFromJSON')
    Reflect.deleteProperty(PublicKeyCredential, 'parseRequestOptionsFromJSON')
    Reflect.deleteProperty(PublicKeyCredential.prototype, 'toJSON')
  })
  let widget = await shop.buy({ amount: '30' })
  await widget.amount()
  await widget.address()
  const email = await widget.email()
  await widget.payer()
  // Nothing is saved of this buyer, so a passkey is offered at once.
  await widget.button('Add a passkey').click()
  await widget.button('Saved devices and cards').click()
  await expect(widget.button(/^Forget .*passkey/)).toBeVisible()
  await widget.cardFrame.pick('Success')
  await widget.button(/^Pay \d/).click()
  await widget.outcome(/^You received/)

  widget = await shop.buy({ amount: '30' })
  await widget.amount()
  await widget.address()
  await widget.button('Sign in with a passkey').click()
  await expect(widget.button(/^Pay \d/)).toBeVisible()
  await expect(widget.root.getByText(email)).toBeVisible()
  await widget.button('Saved devices and cards').click()
  await expect(widget.button('Add a passkey')).toHaveCount(0)
  await widget.button(/^Forget .*passkey/).click()
  await expect(widget.field('E-mail')).toHaveValue(email)
  await widget.button('Sign in with a passkey').click()
  await expect(widget.root.getByText('That did not work.')).toBeVisible()
  await expect(widget.field('E-mail')).toBeVisible()
})

test('a device is not remembered where the frame may store nothing, and nothing saved is offered', async ({
  shop,
}) => {
  const widget = await shop.buy({ amount: '30' })
  await widget.amount()
  await widget.address()
  const email = await knownBuyer()
  await widget.field('E-mail').fill(email)
  await widget.next()
  await expect(widget.field('Code')).toBeVisible()
  await expect(widget.field(remember)).toHaveCount(0)
  await widget.code()
  await expect(widget.root.getByText(email)).toBeVisible()
  await expect(widget.button('Saved devices and cards')).toHaveCount(0)
})

/** How many pixels are free between one thing and what stands below it. */
async function distance(above: Locator, below: Locator): Promise<number> {
  const [first, second] = await Promise.all([above.boundingBox(), below.boundingBox()])
  if (!first || !second) throw new Error('One of the two cannot be seen')
  return second.y - first.y - first.height
}
