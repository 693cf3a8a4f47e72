import { setTimeout as after } from 'node:timers/promises'
import { buy, newPurchase, type Purchase, type Shop, type Way } from './purchases.ts'

/** The ways to pay, in turn: most buyers pay by card. */
const turns: readonly Way[] = [
  'widget',
  'card',
  'sepa',
  'widget',
  'card',
  'coins',
  'widget',
  'card',
  'sepa',
  'withdrawal',
]

const MOST_AT_ONCE = 300
const CLIENTS = 6

/** Begins purchases at a steady pace, however slow earlier ones are. */
export class Traffic {
  readonly purchases: Purchase[] = []
  readonly #underWay = new Set<Promise<void>>()
  #isOver = false
  #coming: Promise<void> | undefined

  /** Gives clients a balance, for the withdrawals. @returns their e-mail addresses */
  async fund(shop: Shop): Promise<readonly string[]> {
    const funded = Array.from({ length: CLIENTS }, () => newPurchase('funding', shop))
    await Promise.all(funded.map((purchase) => buy(shop, purchase)))
    const failed = funded.find(({ status }) => status !== 'finished')
    if (failed !== undefined) throw new Error(`A client got no balance: ${JSON.stringify(failed)}`)
    this.purchases.push(...funded)
    return funded.map(({ email }) => email)
  }

  start(shop: Shop, rate: number): void {
    this.#coming = this.#come(shop, rate)
  }

  /** Begins no more purchases, and waits for those under way. */
  async stop(): Promise<void> {
    this.#isOver = true
    await this.#coming
    await Promise.all(this.#underWay)
    this.#isOver = false
  }

  async #come(shop: Shop, rate: number): Promise<void> {
    for (let number = 0; !this.#isOver; number++) {
      if (this.#underWay.size < MOST_AT_ONCE) this.#begin(shop, turns[number % turns.length] ?? 'card')
      await after(1_000 / rate)
    }
  }

  #begin(shop: Shop, way: Way): void {
    const purchase = newPurchase(way, shop)
    this.purchases.push(purchase)
    const buying = buy(shop, purchase).finally(() => this.#underWay.delete(buying))
    this.#underWay.add(buying)
  }
}
