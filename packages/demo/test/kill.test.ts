import { setTimeout as after } from 'node:timers/promises'
import { rowsOf } from '@cambio/server/testing/rowsOf.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Refused, type WidgetOrder } from './Buyer.ts'
import { withoutRepeats } from './CallbackReceiver.ts'
import { killAfterSale, type Kill } from './killed/killAfterSale.ts'
import { endUnderLoad, killUnderLoad } from './killed/underLoad.ts'
import { openProduct, type Product } from './openProduct.ts'
import { untilAnswered } from './untilAnswered.ts'

/* Programs that are killed, or told to end, in everything that they do: one product dies many times. */

/** `pnpm sim:kill` has fifteen times as many. */
const { PURCHASES = '8', KILLS = '2' } = process.env
/** How often the exchange is killed under load: thirty times by `pnpm sim:kill`. */
const KILLS_UNDER_LOAD = Number(process.env['KILLS'] ?? 1)
/** How long all purchases, or all kills, may take together, milliseconds: as long as any test, or longer where they are many. */
const patienceMs = (many: number) => Math.max(300_000, 30_000 * many)
const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31)

let product: Product
let onSale: (() => void) | undefined
beforeAll(async () => {
  product = await openProduct({
    receiver: (count) => (count % 7 === 3 ? 'answer_lost' : undefined),
    toPlatform({ path, body }) {
      if (onSale && path === '/post' && body.includes('name="action"\r\n\r\nSALE')) {
        onSale()
        onSale = undefined
      }
      return undefined
    },
  })
})
afterAll(() => product.close())

test(
  `programs that are killed at any moment lose no order, pay nothing twice, report everything, and repeat only the last callback (SEED=${seed})`,
  async () => {
    const chance = randomOf(seed)
    const acknowledged: string[] = []
    const killing = killOften(product, chance)
    const purchases = Array.from({ length: Number(PURCHASES) }, async (_, index) => {
      await after(index * 150)
      return purchase(product, (id) => acknowledged.push(id))
    })
    const entries = await Promise.all(purchases)
    await killing

    const orders = await product.orders()
    expect(orders.map(({ id }) => id).toSorted()).toEqual(acknowledged.toSorted())
    expect(orders.filter(({ status }) => status !== 'finished')).toEqual([])
    const paid = (await product.payouts()).map(({ order_id: id }) => String(id))
    expect(paid.toSorted()).toEqual(acknowledged.toSorted())
    const settled = (await product.payments()).filter(({ state }) => state === 'settled')
    expect(settled.map(({ order_id: id }) => id.slice(0, 12)).toSorted()).toEqual(acknowledged.toSorted())
    for (const entry of entries) {
      await expect
        .poll(() => product.callbacks.statuses(entry))
        .toEqual(['payin_pending', 'processing', 'auth_success', 'processing_payout', 'finished'])
      expect(withoutRepeats(product.callbacks.ids(entry))).toHaveLength(5)
    }
    expect(product.callbacks.refused).toBe(0)
    await product.expectBalancedBooks()
  },
  patienceMs(Number(PURCHASES)),
)

const kills: readonly Kill[] = [
  { programs: ['cards'], afterMs: 10 },
  { programs: ['exchange', 'cards'], afterMs: 15 },
]

test.each(rowsOf(kills, ({ programs }) => programs.length === 2))(
  'a purchase in flight when $programs is killed $afterMs ms after the SALE goes on within three seconds of the restart',
  (kill) => killAfterSale(product, kill, (act) => (onSale = act)),
)

test('a program under load that gets a TERM has ended within a second, and loses nothing that it acknowledged', () =>
  endUnderLoad(product))

test(
  'purchases in flight under load when the exchange is killed go on within three seconds of its return',
  () => killUnderLoad(product, KILLS_UNDER_LOAD),
  patienceMs(KILLS_UNDER_LOAD),
)

/**
 * Buys coins, whatever dies meanwhile, as an impatient buyer who presses every button again does, and hands in a card again
 * whose SALE never got from the card platform to the bank: a minute later, perhaps at a new price.
 */
async function purchase(product: Product, acknowledged: (id: string) => void): Promise<string> {
  const buyer = await product.buyer({ again: untilAnswered })
  const { client_order_id: id } = await buyer.place('100')
  acknowledged(id)
  for (let status = ''; status !== 'finished';) {
    await untilAnswered(async () => {
      if (!isChargeable(await buyer.order())) return
      await buyer.charge(await buyer.submitCard('success')).catch(throwUnlessPriceEnded)
    })
    const order = await buyer.until((seen) => seen.status === 'finished' || isChargeable(seen))
    status = order.status
  }
  return buyer.entry
}

/** The price that the buyer saw has ended. The order has the new one already, and the next card accepts it. */
function throwUnlessPriceEnded(error: unknown): void {
  if (!(error instanceof Refused && error.code === 'quote_expired')) throw error
}

function isChargeable({ attempt }: WidgetOrder): boolean {
  return attempt === null || (attempt.state === 'declined' && attempt.decline_reason === 'Timeout')
}

/** Kills one of the programs at moments that nobody knows; one that is just being started again is let be. */
async function killOften(product: Product, chance: () => number): Promise<void> {
  for (let kills = 0; kills < Number(KILLS);) {
    await after(300 + chance() * 1_500)
    const { exchange, cards } = product.pids
    kills += kill(chance() < 0.6 ? exchange : cards)
  }
}

function kill(pid: number): 0 | 1 {
  try {
    process.kill(pid, 'SIGKILL')
    return 1
  } catch {
    return 0
  }
}

/** A small seeded source of numbers from 0 to 1 (mulberry32), so that a run can be repeated. */
function randomOf(from: number): () => number {
  let state = from
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
