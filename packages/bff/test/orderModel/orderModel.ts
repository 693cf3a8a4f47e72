import { afterEach, beforeEach, test } from 'vitest'
import { openWorld, type OrderWorld } from './OrderWorld.ts'
import { settleAndCompare } from './settleAndCompare.ts'
import { liveIn, LIVES_AT_ONCE, townsOf } from './town.ts'

/*
 * Random lives of orders of every form, on the whole exchange with its clock in hand and a real chain, against a small
 * model of what has to become of each: its status, its money, its coins, its news and its client's balance. Some lives
 * go on side by side, and between their steps something happens to all of them: time passes, blocks are made and taken
 * away, prices move, the network loses calls and answers, the partner's receiver is away.
 */

/** Looking at all the books and coming back to a block take longer the older a world is. */
const TOWNS_IN_A_WORLD = 10

/** @param input.seed what the sequences follow from, so that a run can be repeated and others be made */
export function orderModel(input: { sequences: number; seed: number; timeoutMs: number }): void {
  const { sequences, seed, timeoutMs } = input
  let world: OrderWorld
  beforeEach(async () => {
    world = await openWorld()
  })
  afterEach(() => world.sepa.close())

  const towns = townsOf(seed, Math.ceil(sequences / LIVES_AT_ONCE))
  for (let first = 0; first < towns.length; first += TOWNS_IN_A_WORLD) {
    const here = towns.slice(first, first + TOWNS_IN_A_WORLD)
    const from = first * LIVES_AT_ONCE + 1
    const to = (first + here.length) * LIVES_AT_ONCE
    test(
      `lives ${from} to ${to} of orders are as the model says (SEED=${seed})`,
      async () => {
        for (const [index, town] of here.entries())
          await liveIn(world, town, {
            nameOf: (life) => `life-${seed}-${from + index * LIVES_AT_ONCE + life}`,
            ended: () => settleAndCompare(world),
          })
      },
      timeoutMs,
    )
  }
}
