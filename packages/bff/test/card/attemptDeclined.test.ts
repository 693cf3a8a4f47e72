import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openRig, shop, type Rig } from '../rig.ts'

let rig: Rig
beforeEach(async () => {
  rig = await openRig()
})
afterEach(() => rig.close())

type Told = { type: string; attempt: object; client_order?: { status: string } }

const isOfDecline = ({ type }: Told) => type === 'attempt_declined'
const sent = () => rig.deliveries.map(({ body }) => JSON.parse(body) as Told)

async function feed(): Promise<Told[]> {
  const { body } = await rig.partner('GET', '/api/v2/partner/events')
  return (body as { data: { callback: Told }[] }).data.map(({ callback }) => callback)
}

async function askForThem(): Promise<void> {
  const answer = await rig.runCommand(
    'partner',
    'update',
    shop.apiKey,
    '--attempt-callbacks',
    'yes',
    '--json',
  )
  expect(JSON.parse(answer.output)).toMatchObject({ attempt_callbacks: true })
}

/** An order whose buyer has three cards declined. */
async function declinedThrice() {
  const order = await rig.placeOrder()
  for (const _ of [1, 2, 3]) await rig.charge(order, 'declined')
  await rig.settle()
  return order
}

describe('a declined attempt', () => {
  test('a declined attempt is an event of the feed, and no callback of a partner that has not asked for it', async () => {
    const { entry, orderId } = await declinedThrice()
    const events = await feed()
    expect(events.filter(isOfDecline)).toHaveLength(3)
    expect(events.find(isOfDecline)).toEqual({
      type: 'attempt_declined',
      version: 2,
      attempt: {
        client_order_id: orderId,
        partner_order_id: entry,
        at: expect.any(Number) as number,
        method: 'Visa',
        result: 'declined',
        decline_reason: 'Insufficient funds',
      },
    })
    expect(events.at(-1)).toMatchObject({ client_order: { status: 'error' } })
    expect(sent().filter(isOfDecline)).toEqual([])
    expect(sent().at(-1)).toMatchObject({ client_order: { status: 'error' } })
    expect(sent()).toEqual(events.filter((event) => !isOfDecline(event)))
  })

  test('a declined attempt is sent to a partner that asks for it, in order with its other events', async () => {
    await askForThem()
    await declinedThrice()
    const events = await feed()
    expect(sent().filter(isOfDecline)).toHaveLength(3)
    expect(sent()).toEqual(events)
  })

  test.each(['no', 'yes'] as const)(
    'a declined attempt goes straight to a running exchange’s deliveries where its partner asks: %s',
    async (asked) => {
      if (asked === 'yes') await askForThem()
      rig.work.start()
      const order = await rig.placeOrder()
      for (const _ of [1, 2, 3]) await rig.charge(order, 'declined')
      const isEnd = ({ client_order: told }: Told) => told?.status === 'error'
      await expect.poll(() => sent().some(isEnd)).toBe(true)
      await rig.work.stop()
      expect(sent().filter(isOfDecline)).toHaveLength(asked === 'yes' ? 3 : 0)
    },
  )

  test('a declined attempt is not brought to another receiver either, where nobody asked for it', async () => {
    await declinedThrice()
    const events = await feed()
    const before = rig.deliveries.length
    const words = [
      'listen',
      '--forward-to',
      'http://127.0.0.1:9/',
      '--partner',
      shop.apiKey,
      '--once',
      '--json',
    ]
    const { output } = await rig.runCommand(...words)
    expect(JSON.parse(output)).toMatchObject({ last_event: events.length })
    const { forwarded, failed } = JSON.parse(output) as { forwarded: number; failed: number }
    expect(forwarded + failed).toBe(events.filter((event) => !isOfDecline(event)).length)
    expect(rig.deliveries).toHaveLength(before)
  })

  test('a declined attempt is neither given up nor sent again by hand', async () => {
    const { orderId } = await declinedThrice()
    const listed = await rig.runCommand('callback', 'list', orderId, '--state', 'feed_only', '--json')
    expect((JSON.parse(listed.output) as { callbacks: unknown[] }).callbacks).toHaveLength(3)
    const resent = await rig.runCommand('callback', 'resend', orderId, '--json')
    expect(JSON.parse(resent.output)).toMatchObject({ resent: 0 })
  })
})
