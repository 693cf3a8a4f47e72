import { imbalances } from '@cambio/server/postgres/Ledger.ts'
import fc from 'fast-check'
import { expect } from 'vitest'
import { expectTrue } from './expectTrue.ts'
import { orderSteps } from './orderSteps.ts'
import { openLife, type OrderWorld } from './OrderWorld.ts'
import { peopleSteps, takePeopleStep, type PeopleStep } from './people.ts'
import { worldSteps } from './worldSteps.ts'

/** Lives that go on side by side: what happens in each, and between its steps to all of them. */
export type Town = ReturnType<typeof anyTown> extends fc.Arbitrary<infer Value> ? Value : never

const STEPS = 30
/** The people of many spellings act after so many steps of the others. */
const PEOPLE_EVERY = 3

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
const anyTown = (lives: number) =>
  fc.record({
    lives: fc.array(anyLife, { minLength: lives, maxLength: lives }),
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
    people: fc.array(
      fc.record<PeopleStep>({ step: fc.constantFrom(...peopleSteps), who: anyNumber, other: anyNumber }),
      { minLength: STEPS / PEOPLE_EVERY, maxLength: STEPS / PEOPLE_EVERY },
    ),
  })

/** Towns of so many lives each that follow from a seed. */
export function townsOf(seed: number, { count, lives }: { count: number; lives: number }): readonly Town[] {
  return fc.sample(anyTown(lives), { numRuns: count, seed })
}

/**
 * Everybody's steps in turn, and what happens to all of them between, up to `ended`.
 * @throws Error that tells every step, when something is not as the model says
 */
export async function liveIn(
  world: OrderWorld,
  town: Town,
  { nameOf, ended }: { nameOf: (life: number) => string; ended: () => Promise<void> },
): Promise<void> {
  const history: string[] = []
  try {
    world.kills = 0
    world.spelled = []
    world.lives = await Promise.all(town.lives.map((_, life) => openLife(world, nameOf(life))))
    for (let index = 0; index < STEPS; index++) {
      for (const [number, life] of world.lives.entries()) {
        const { step, who, other } = town.lives[number]?.[index] ?? { step: 'place', who: 0, other: 0 }
        history.push(`${life.name}: ${step} ${who} ${other}`)
        const order = await orderSteps[step]?.(world, life, { who, other })
        if (order) history.push(`  ${order.form} ${order.id} is ${order.state}`)
        if (order) await expectTrue(world, order)
      }
      const { step, number } = town.between[index] ?? { step: 'work', number: 0 }
      history.push(`all: ${step} ${number}`)
      await worldSteps[step]?.(world, number)
      const taken = index % PEOPLE_EVERY === 0 ? town.people[index / PEOPLE_EVERY] : undefined
      if (taken) {
        history.push(`people: ${taken.step} ${taken.who} ${taken.other}`)
        await takePeopleStep(world, nameOf(0), taken)
      }
      expect(await imbalances(world.rig.query)).toEqual([])
    }
    await ended()
  } catch (error) {
    throw new Error(history.join('\n'), { cause: error })
  }
}
