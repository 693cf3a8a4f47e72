import { rowsOf } from '@cambio/server/testing/rowsOf.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openDepositRig, type DepositRig } from '../../deposit/depositRig.ts'
import { byClient, byPartner, challenged, childOrder, floating, inWidget } from './cardForms.ts'
import type { Form, Table, Taken } from './Guarantee.ts'
import { deposit, tooLittle, transfer, withdrawals } from './otherForms.ts'
import { openMarket, type Deal } from './PlayerMarket.ts'

/*
 * A player who sees the market and may walk away. A price is held for them, the market moves, and they take the price when
 * it has become a good one, and let it go when it has not, which costs them nothing.
 *
 * Where no price is promised, what they are paid is worth no more than what they pay, at the market of that moment. Where
 * one is promised for a while, they are paid by a price that the market had within that while and never by another, so
 * that what they gain is at most the market's own move in it.
 */

const forms: Readonly<Record<string, Form>> = {
  byPartner,
  inWidget,
  byClient,
  challenged,
  childOrder,
  floating,
  transfer,
  deposit,
  tooLittle,
  withdrawals,
}

/** How the player plays: the form, how the market moves, how long between, and from which worth on they take a price. */
type Play = {
  readonly form: string
  readonly perMille: readonly number[]
  readonly stepMs: number
  readonly tempting: number
}

const anyPlay = fc.record<Play>({
  form: fc.constantFrom(...Object.keys(forms)),
  perMille: fc.array(fc.integer({ min: -60, max: 60 }), { minLength: 4, maxLength: 12 }),
  stepMs: fc.constantFrom(20_000, 100_000, 150_000),
  tempting: fc.constantFrom(0.95, 1.02, 1.02, 1.05),
})

/** Forms whose price is a good one once the market has gone down: what is paid in are coins. */
const paidInCoins = new Set(['deposit', 'tooLittle', 'withdrawals'])

/**
 * A market that goes one way, up and down: each form is played in both by `pnpm sim:player`, and by `npm test` in the one in
 * which its price is taken.
 */
const trends: readonly Play[] = rowsOf(
  Object.keys(forms).flatMap((form) => [60, -60].map((perMille) => ({ form, perMille }))),
  ({ form, perMille }) => paidInCoins.has(form) === perMille < 0,
).map(({ form, perMille }) => ({
  form,
  perMille: [perMille, perMille, perMille],
  stepMs: form === 'inWidget' ? 20_000 : 170_000,
  tempting: 1.02,
}))

/** A market that goes up until every price that was promised at the beginning is over. */
const outlasted: readonly Play[] = ['byPartner', 'byClient', 'inWidget'].map((form) => ({
  form,
  perMille: Array<number>(10).fill(60),
  stepMs: 170_000,
  tempting: 1.45,
}))

/** @param input.plays how many orders are played at random, after each form was played in a market of one way */
export function player(input: { plays: number; seed: number; timeoutMs: number }): void {
  const { plays, seed, timeoutMs } = input
  test(
    `a buyer who may walk away from an order gains nothing by it: ${plays} plays of seed ${seed}`,
    { timeout: timeoutMs },
    async () => {
      const rig = await openDepositRig()
      try {
        await playAll(rig, [...trends, ...outlasted, ...fc.sample(anyPlay, { numRuns: plays, seed })])
        await rig.check()
      } finally {
        await rig.close()
      }
    },
  )
}

/** Plays one after the other in one market. Each form is taken at least once: a player who only walks away shows nothing. */
async function playAll(rig: DepositRig, plays: readonly Play[]): Promise<void> {
  await rig.runCommand('partner', 'settle-to-balance', 'SHOP', '--reason', 'agreed')
  rig.pass(60_000)
  const market = openMarket(rig)
  const taken = new Set<string>()
  for (const [index, play] of plays.entries()) {
    const table = { rig, market, name: `play-${index}` }
    const outcome = await played(table, play)
    if (!outcome) continue
    expect({ play, deal: outcome.deal, isFair: isFair(table, outcome) }).toMatchObject({ isFair: true })
    taken.add(play.form)
  }
  expect([...taken].toSorted()).toEqual(Object.keys(forms).toSorted())
}

/** Whether a deal was made at one of the prices that were promised. Fees and the spread only make it worth less. */
function isFair({ market }: Table, { deal, promisedSinceMs }: Taken): boolean {
  return market.leastWorth(deal, promisedSinceMs) <= 1
}

/** Plays one form to its end. @returns what was taken; null where the player walked away */
async function played(table: Table, play: Play): Promise<Taken | null> {
  const guarantee = await forms[play.form]?.(table)
  if (!guarantee) return null
  for (const perMille of play.perMille) {
    await table.market.move(perMille, play.stepMs)
    if (!isTempting(table, await guarantee.shown(), play)) continue
    const outcome = await guarantee.take()
    if (outcome === 'ended') return null
    if (outcome !== 'not_yet') return outcome
  }
  return null
}

function isTempting({ market }: Table, shown: Deal, { tempting }: Play): boolean {
  return market.worth(shown) >= tempting
}
