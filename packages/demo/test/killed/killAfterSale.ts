import { setTimeout as after } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Product } from '../openProduct.ts'
import { untilAnswered } from '../untilAnswered.ts'

const RECOVERY_MS = 3_000

type Program = 'exchange' | 'cards'

/** Which programs are killed, and how long after a SALE was sent, milliseconds. */
export type Kill = { readonly programs: readonly Program[]; readonly afterMs: number }

/**
 * Kills programs while a purchase is in their hands. The purchase goes on within seconds of the restart, whatever it waited
 * for: a lease, the time of a question, or a program that was not there when it was asked.
 * @param onSale has something done as soon as the next SALE is on its way to the platform
 */
export async function killAfterSale(
  product: Product,
  { programs, afterMs }: Kill,
  onSale: (act: () => void) => void,
): Promise<void> {
  const buyer = await product.buyer({ again: untilAnswered })
  await buyer.place('100')
  const form = await buyer.submitCard('success')
  const killed = Promise.withResolvers<number>()
  const kill = () => {
    for (const program of programs) process.kill(product.pids[program], 'SIGKILL')
    killed.resolve(performance.now())
  }
  onSale(() => setTimeout(kill, afterMs))
  await buyer.charge(form).catch(() => {})
  const killedAt = await killed.promise
  for (const program of programs) await isBack(product, program)
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
}

async function isBack({ cardsUrl, baseUrl }: Product, program: Program): Promise<void> {
  const url = program === 'cards' ? `${cardsUrl}/healthcheck` : `${baseUrl}/api/v2/partner/healthcheck`
  for (;;) {
    const isUp = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) return
    await after(20)
  }
}
