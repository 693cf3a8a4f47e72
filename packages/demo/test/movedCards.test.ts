import { rm, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exchangeCommands } from '@cambio/bff/cli/exchangeCommands.ts'
import { onExchange } from '@cambio/bff/cli/onExchange.ts'
import { cardsCommands } from '@cambio/cards/cli/cardsCommands.ts'
import { onPlatform } from '@cambio/cards/cli/onPlatform.ts'
import { createPartner } from '@cambio/partner/client.ts'
import { answerCall, type Answer } from '@cambio/server/cli/answerCall.ts'
import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { contract } from '@cambio/wire/http/contract.ts'
import { ended } from '@cambio/wire/order/Order.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sandboxMerchant, sandboxPartner } from '../src/sandbox.ts'
import { Buyer } from './Buyer.ts'
import { openProduct, type Product } from './openProduct.ts'

/* Two cells, each an exchange with its card platform, as processes of their own, and the commands between them. */

type Cell = { readonly name: 'E1' | 'E2'; readonly product: Product; platforms: string }
type Data = Readonly<Record<string, unknown>>
type Keys = { readonly apiKey: string; readonly secret: string }

const PARTNER_MOVE_KEY = Buffer.alloc(32, 9).toString('base64')
let folder: string
let E1: Cell
let E2: Cell
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cambio-cards-'))
  const [first, second] = await Promise.all(
    ['E1', 'E2'].map((CELL) => openProduct({ settings: { CELL, PARTNER_MOVE_KEY } })),
  )
  if (!first || !second) throw new Error('A cell is missing')
  E1 = { name: 'E1', product: first, platforms: '' }
  E2 = { name: 'E2', product: second, platforms: '' }
})
afterAll(async () => {
  for (const { product } of [E1, E2]) await product.close()
  await rm(folder, { recursive: true, force: true })
})

const progress = () => {}

async function exchange({ name, product }: Cell, ...words: string[]): Promise<Answer> {
  const variables = { ...product.settings, CELL: name, PARTNER_MOVE_KEY }
  return answerCall(exchangeCommands, [...words, '--json'], (work) =>
    onExchange({ variables, progress, stopped: new AbortController().signal }, work),
  )
}

async function platform({ product, platforms }: Cell, ...words: string[]): Promise<Answer> {
  const variables = { ...product.settings, ...(platforms && { CARDS_PLATFORMS: platforms }) }
  return answerCall(cardsCommands, [...words, '--json'], (work) => onPlatform({ variables, progress }, work))
}

function dataOf({ ok, output }: Answer): Data {
  expect(ok, output).toBe(true)
  return JSON.parse(output) as Data
}

const file = (name: string) => join(folder, name)
const because = ['--reason', 'E1 is full']

async function arrive({ product }: Cell, { apiKey, secret }: Keys, email: string): Promise<Buyer> {
  const baseUrl = product.baseUrl
  const shop = createPartner({ baseUrl, apiKey, secret })
  const request = await shop.call(contract.partner.createRequest, { body: {} })
  const buyer = new Buyer({ baseUrl, entry: request.request_id, email })
  await buyer.place('25')
  return buyer
}

async function pays(buyer: Buyer, session: string): Promise<void> {
  await buyer.charge(session)
  await finishes(buyer)
}

async function finishes(buyer: Buyer): Promise<void> {
  const { status } = await buyer.until((order) => ended.has(order.status))
  expect(status).toBe('finished')
}

async function savesTheCard(buyer: Buyer): Promise<void> {
  await buyer.charge(await buyer.submitCard('success', { store: true }))
  await expect.poll(() => buyer.savedCards()).toHaveLength(1)
}

/** Gives a partner away and takes it in. */
async function movePartner(from: Cell, to: Cell): Promise<void> {
  dataOf(await exchange(from, 'partner', 'suspend', 'Shop', ...because))
  // A minute passes.
  await from.product.query(
    statement(`update partner set suspended_at = suspended_at - interval '2 minutes' where name = 'Shop'`),
  )
  const moved = file('shop.move')
  await expect
    .poll(() => exchange(from, 'partner', 'move', 'Shop', '--to', to.name, '--file', moved, ...because))
    .toMatchObject({ ok: true })
  dataOf(await exchange(to, 'partner', 'receive', moved, ...because))
}

/** The commands by which the saved cards follow; answers what each says. */
async function moveCards(from: Cell, to: Cell): Promise<Data> {
  const [list, cards, tokens, receipt, release] = ['list', 'cards', 'tokens', 'receipt', 'release'].map(
    (kind) => file(`shop.${kind}`),
  ) as [string, string, string, string, string]
  const key = dataOf(await platform(to, 'card', 'key'))
  const sealed = ['--platform', String(key['fingerprint']), '--merchant', sandboxMerchant.clientKey]
  return {
    listed: dataOf(await exchange(from, 'partner', 'cards', 'list', 'Shop', '--file', list))['cards'],
    moved: dataOf(await platform(from, 'card', 'move', list, ...sealed, '--file', cards))['moved'],
    received: dataOf(await platform(to, 'card', 'receive', cards, '--file', tokens))['received'],
    ...dataOf(await exchange(to, 'partner', 'cards', 'receive', tokens, '--file', receipt, ...because)),
    ...dataOf(await exchange(from, 'partner', 'cards', 'release', receipt, '--file', release, ...because)),
    kept: dataOf(await platform(from, 'card', 'forget', release))['kept'],
  }
}

test('a buyer whose partner moved to another cell, and back, pays with the saved card by its security code alone', async () => {
  for (const [own, other] of [
    [E1, E2],
    [E2, E1],
  ] as const)
    own.platforms = String(dataOf(await platform(other, 'card', 'key'))['public_key'])
  const created = dataOf(await exchange(E1, 'partner', 'create', '--name', 'Shop'))
  const shop = { apiKey: String(created['api_key']), secret: String(created['secret']) }
  const email = 'ada@example.com'
  const first = await arrive(E1, shop, email)
  // Somebody else pays another partner with the same card, and saves it too. It keeps its token, since it is stored by then.
  const eve = await arrive(E1, sandboxPartner, 'eve@example.com')
  await savesTheCard(first)
  await savesTheCard(eve)
  await Promise.all([finishes(first), finishes(eve)])

  await movePartner(E1, E2)
  const waiting = await arrive(E2, shop, email)
  expect(await waiting.savedCards()).toEqual([])
  expect(await moveCards(E1, E2)).toMatchObject({
    listed: 1,
    moved: 1,
    received: 1,
    activated: 1,
    forgotten: 1,
    unsaved: 0,
    kept: 0,
  })
  const [card] = await waiting.savedCards()
  expect(card?.card_number).toMatch(/^\d{6}\*{6}\d{4}$/)

  // The other partner's buyer still has the card in the cell that was left.
  const [hers] = await eve.savedCards()
  const again = await arrive(E1, sandboxPartner, 'eve@example.com')
  await Promise.all([
    pays(waiting, await waiting.handInCode(String(card?.id))),
    pays(again, await again.handInCode(String(hers?.id))),
  ])

  await movePartner(E2, E1)
  expect(await moveCards(E2, E1)).toMatchObject({
    listed: 1,
    moved: 1,
    received: 1,
    activated: 1,
    unsaved: 1,
  })
  const back = await arrive(E1, shop, email)
  const [same] = await back.savedCards()
  expect(same?.card_number).toBe(card?.card_number)
  await pays(back, await back.handInCode(String(same?.id)))
  for (const { product } of [E1, E2]) await product.expectBalancedBooks()
})
