import { afterEach, beforeEach, test } from 'vitest'
import { openWorld, type OrderWorld } from './OrderWorld.ts'
import { settleAndCompare } from './settleAndCompare.ts'
import { liveIn, townsOf } from './town.ts'

/*
 * Random lives of orders of every form, on the whole exchange with its clock in hand and a real chain, against a small
 * model of what has to become of each: its status, its money, its coins, its news and its client's balance. Some lives
 * go on side by side, and between their steps something happens to all of them: time passes, blocks are made and taken
 * away, prices move, the network loses calls and answers, the partner's receiver is away.
 */

/** Looking at all the books and coming back to a block take longer the older a world is. */
const LIVES_IN_A_WORLD = 100

/**
 * @param input.atOnce how many lives go on side by side: the more, the less each takes, and the less often something happens
 * between the steps of each
 * @param input.seed what the sequences follow from, so that a run can be repeated and others be made
 */
export function orderModel(input: {
  sequences: number
  atOnce: number
  seed: number
  timeoutMs: number
}): void {
  const { sequences, atOnce, seed, timeoutMs } = input
  let world: OrderWorld
  beforeEach(async () => {
    world = await openWorld()
  })
  afterEach(() => world.sepa.close())

  const towns = townsOf(seed, { count: Math.ceil(sequences / atOnce), lives: atOnce })
  const together = Math.ceil(LIVES_IN_A_WORLD / atOnce)
  for (let first = 0; first < towns.length; first += together) {
    const here = towns.slice(first, first + together)
    const from = first * atOnce + 1
    const to = (first + here.length) * atOnce
    test(
      `lives ${from} to ${to} of orders are as the model says (SEED=${seed})`,
      async () => {
        for (const [index, town] of here.entries())
          await liveIn(world, town, {
            nameOf: (life) => `life-${seed}-${from + index * atOnce + life}`,
            ended: () => settleAndCompare(world),
          })
      },
      timeoutMs,
    )
  }
}
