import fc from 'fast-check'
import { answerCall } from '@cambio/server/cli/answerCall.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exchangeCommands } from '../../src/cli/exchangeCommands.ts'
import { commandDepsOf } from '../rig.ts'
import { openSepaRig, type SepaRig } from '../sepaRig.ts'
import { orderSteps } from './orderSteps.ts'
import { openWorld, settleAndCompare } from './OrderWorld.ts'

/*
 * Random lives of orders of every form, on the whole exchange with its clock in hand, against a small model of what has
 * to become of each: its status, its money, its coins, its news and its client's balance. The exchange works twice at
 * once, its network loses calls and answers, and its partner's receiver is away now and then.
 */

const STEPS = 30

const anyLife = fc.array(
  fc.record({
    step: fc.oneof(
      { weight: 3, arbitrary: fc.constant('place') },
      { weight: 3, arbitrary: fc.constantFrom('charge', 'confirm', 'transfer') },
      { weight: 4, arbitrary: fc.constantFrom(...Object.keys(orderSteps)) },
    ),
    who: fc.nat({ max: 11 }),
    other: fc.nat({ max: 11 }),
  }),
  { minLength: STEPS, maxLength: STEPS },
)

export function orderModel({ sequences, timeoutMs }: { sequences: number; timeoutMs: number }): void {
  let sepa: SepaRig
  beforeAll(async () => {
    sepa = await openSepaRig()
    const words = ['partner', 'settle-to-balance', 'SHOP', '--reason', 'agreed']
    const { ok } = await answerCall(exchangeCommands, words, (work) => work(commandDepsOf(sepa.rig.exchange)))
    expect(ok).toBe(true)
    // What a partner is, is asked for once a while.
    sepa.rig.pass(60_000)
  })
  afterAll(() => sepa.close())

  test(
    `${sequences} lives of orders are as the model says`,
    async () => {
      let lives = 0
      await fc.assert(
        fc.asyncProperty(anyLife, async (life) => {
          lives += 1
          const world = await openWorld(sepa, `life-${lives}`)
          await orderSteps['place']?.(world, lives, 1)
          for (const { step, who, other } of life) await orderSteps[step]?.(world, who, other)
          await settleAndCompare(world)
        }),
        { numRuns: sequences, seed: 11, endOnFailure: true },
      )
    },
    timeoutMs,
  )
}
