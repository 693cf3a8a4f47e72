import { setTimeout as after } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openProduct, type Product } from './openProduct.ts'
import { untilAnswered } from './untilAnswered.ts'

/*
 * A program is killed while a purchase is in its hands. The purchase goes on within seconds of the restart, whatever it
 * waited for: a lease, the time of a question, or a program that was not there when it was asked. `endsUnderLoad.test.ts`
 * kills the exchange alone.
 */

const RECOVERY_MS = 3_000

type Program = 'exchange' | 'cards'
const kills: readonly { readonly programs: readonly Program[]; readonly afterMs: number }[] = [
  { programs: ['cards'], afterMs: 10 },
  { programs: ['exchange', 'cards'], afterMs: 15 },
]

let product: Product
let onSale: (() => void) | undefined

beforeAll(async () => {
  product = await openProduct({
    toPlatform({ path, body }) {
      if (path === '/post' && body.includes('name="action"\r\n\r\nSALE')) {
        onSale?.()
        onSale = undefined
      }
      return undefined
    },
  })
})
afterAll(() => product.close())

test.each(kills)(
  'a purchase in flight when $programs is killed $afterMs ms after the SALE goes on within three seconds of the restart',
  async ({ programs, afterMs }) => {
    const buyer = await product.buyer({ again: untilAnswered })
    await buyer.place('100')
    const form = await buyer.submitCard('success')
    const killed = Promise.withResolvers<number>()
    onSale = () =>
      setTimeout(() => {
        for (const program of programs) process.kill(product.pids[program], 'SIGKILL')
        killed.resolve(performance.now())
      }, afterMs)
    await buyer.charge(form).catch(() => {})
    const killedAt = await killed.promise
    for (const program of programs) await isBack(program)
    const backAt = performance.now()
    await buyer.until(({ status, attempt }) => status !== 'processing' || attempt?.state === 'declined')
    const wentOnAt = performance.now()
    const recoveryMs = Math.round(wentOnAt - backAt)
    const restartMs = Math.round(backAt - killedAt)
    process.stdout.write(
      `${programs.join(' and ')} killed ${afterMs} ms after the SALE: back after ${restartMs} ms, the purchase went on ${recoveryMs} ms later\n`,
    )
    // A machine that takes longer than that to restart a program takes longer for everything.
    expect(recoveryMs).toBeLessThan(Math.max(RECOVERY_MS, restartMs))
    await buyer.until(({ status, attempt }) => status === 'finished' || attempt?.state === 'declined')
    await product.expectBalancedBooks()
  },
)

async function isBack(program: Program): Promise<void> {
  const url =
    program === 'cards' ? `${product.cardsUrl}/healthcheck` : `${product.baseUrl}/api/v2/partner/healthcheck`
  for (;;) {
    const isUp = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) return
    await after(20)
  }
}
