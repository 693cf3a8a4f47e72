import { imbalances } from '@cambio/server/postgres/Ledger.ts'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { expectTrue } from './expectTrue.ts'
import { orderSteps } from './orderSteps.ts'
import { command, openLife, openWorld, type OrderWorld } from './OrderWorld.ts'
import { settleAndCompare } from './settleAndCompare.ts'
import { worldSteps } from './worldSteps.ts'

/*
 * Random lives of orders of every form, on the whole exchange with its clock in hand and a real chain, against a small
 * model of what has to become of each: its status, its money, its coins, its news and its client's balance. Some lives
 * go on side by side, and between their steps something happens to all of them: time passes, blocks are made and taken
 * away, prices move, the network loses calls and answers, the partner's receiver is away.
 */

const STEPS = 30
const LIVES_AT_ONCE = 10
/** Looking at all the books and coming back to a block take longer the older a world is. */
const TOWNS_IN_A_WORLD = 10

type Town = typeof anyTown extends fc.Arbitrary<infer Value> ? Value : never

const stepOf = (...names: readonly string[]) => fc.constantFrom(...names)
const anyNumber = fc.nat({ max: 41 })
const anyLife = fc.array(
  fc.record({
    step: fc.oneof(
      { weight: 3, arbitrary: stepOf('place') },
      { weight: 4, arbitrary: stepOf('charge', 'enterCode', 'transfer', 'pay', 'pay') },
      { weight: 3, arbitrary: stepOf(...Object.keys(orderSteps)) },
    ),
    who: anyNumber,
    other: anyNumber,
  }),
  { minLength: STEPS, maxLength: STEPS },
)
const anyTown = fc.record({
  lives: fc.array(anyLife, { minLength: LIVES_AT_ONCE, maxLength: LIVES_AT_ONCE }),
  between: fc.array(
    fc.record({
      step: fc.oneof(
        { weight: 2, arbitrary: stepOf('blocks') },
        { weight: 3, arbitrary: stepOf(...Object.keys(worldSteps)) },
      ),
      number: anyNumber,
    }),
    { minLength: STEPS, maxLength: STEPS },
  ),
})

/** @param input.seed what the sequences follow from, so that a run can be repeated and others be made */
export function orderModel(input: { sequences: number; seed: number; timeoutMs: number }): void {
  const { sequences, seed, timeoutMs } = input
  let world: OrderWorld
  beforeEach(async () => {
    world = await openWorld()
    expect((await command(world, 'partner', 'settle-to-balance', 'SHOP', '--reason', 'agreed')).ok).toBe(true)
    // What a partner is, is asked for once a while.
    world.rig.pass(60_000)
  })
  afterEach(() => world.sepa.close())

  const towns = fc.sample(anyTown, { numRuns: Math.ceil(sequences / LIVES_AT_ONCE), seed })
  for (let first = 0; first < towns.length; first += TOWNS_IN_A_WORLD) {
    const here = towns.slice(first, first + TOWNS_IN_A_WORLD)
    const from = first * LIVES_AT_ONCE + 1
    const to = (first + here.length) * LIVES_AT_ONCE
    test(
      `lives ${from} to ${to} of orders are as the model says (SEED=${seed})`,
      async () => {
        for (const [index, town] of here.entries())
          await live(world, town, (life) => `life-${seed}-${from + index * LIVES_AT_ONCE + life}`)
      },
      timeoutMs,
    )
  }
}

/** Everybody's steps in turn, and what happens to all of them between. */
async function live(world: OrderWorld, town: Town, nameOf: (life: number) => string): Promise<void> {
  const told: string[] = []
  try {
    world.kills = 0
    world.lives = await Promise.all(town.lives.map((_, life) => openLife(world, nameOf(life))))
    for (let index = 0; index < STEPS; index++) {
      for (const [number, life] of world.lives.entries()) {
        const { step, who, other } = town.lives[number]?.[index] ?? { step: 'place', who: 0, other: 0 }
        told.push(`${life.name}: ${step} ${who} ${other}`)
        const order = await orderSteps[step]?.(world, life, { who, other })
        if (order) told.push(`  ${order.form} ${order.id} is ${order.state}`)
        if (order) await expectTrue(world, order)
      }
      const { step, number } = town.between[index] ?? { step: 'work', number: 0 }
      told.push(`all: ${step} ${number}`)
      await worldSteps[step]?.(world, number)
      expect(await imbalances(world.rig.query)).toEqual([])
    }
    await settleAndCompare(world)
  } catch (error) {
    throw new Error(told.join('\n'), { cause: error })
  }
}
