import { contract } from '@cambio/wire/http/contract.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { exampleOrder } from '../../src/reference/exampleIds.ts'
import { answerOf, borrowed, problemExample } from '../../src/reference/examples.ts'
import { openRig, type Rig } from '../rig.ts'
import { refusedOf, seed, sendExamples, sendRefused, type Sent } from './sendExamples.ts'

let rig: Rig
let sent: readonly Sent[]
beforeAll(async () => {
  rig = await openRig()
  sent = await sendExamples(rig)
})
afterAll(() => rig.close())

describe('the examples of the reference', () => {
  test('every example is answered on a fresh sandbox as it is printed, in the order of the pages', () => {
    expect(refusedOf(sent)).toEqual([])
    const order = sent.find(({ name }) => name === 'partner.order')
    expect(order?.reply.at('client_order_id')).toBe(exampleOrder.client_order_id)
    expect(answerOf('partner.order', contract.partner.order)).toMatchObject(exampleOrder)
  })

  test('the examples leave the sandbox’s shop as it was: its page may still open the widget', async () => {
    const { headers } = await rig.send('GET', `/w/${await rig.openRequest()}`)
    expect(headers.get('content-security-policy')).toContain('frame-ancestors http://shop.test')
  })

  test('every example exists once, however often the sandbox is started', async () => {
    const orders = () => rig.partner('GET', '/api/v2/partner/order/list')
    const before = (await orders()).at('total')
    await seed(rig)
    expect((await orders()).at('total')).toBe(before)
  })

  test('every example shows an answer with the members of the real one (pnpm examples writes them down anew)', () => {
    for (const { name, route, reply } of sent) {
      const shown = answerOf(name, route)
      expect([name, z.safeParse(route.answer, shown).success]).toEqual([name, true])
      const isFixed = !(route.answer instanceof z.ZodMiniRecord) && !Object.hasOwn(borrowed, name)
      if (isFixed) expect([name, membersOf(shown)]).toEqual([name, membersOf(reply.body)])
    }
  })
})

test('the example of a problem shows the members of the real problem', async () => {
  expect(membersOf(problemExample)).toEqual(membersOf((await sendRefused(rig)).body))
})

/** The names of what an answer has, of a list's first entry where it is one. */
function membersOf(answer: unknown): readonly string[] {
  const first: unknown = Array.isArray(answer) ? answer[0] : answer
  return typeof first === 'object' && first !== null ? Object.keys(first).toSorted() : []
}
