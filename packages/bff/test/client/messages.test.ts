import type { Message, MessageOutcome } from '@cambio/exchange/message/MessageRail.ts'
import { noMessages } from '@cambio/rails/messages/noMessages.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statusAndCode } from '../http/statusAndCode.ts'
import { openRig, rival, shop, type Reply, type Rig } from '../rig.ts'
import { rowCounts } from '../store/rowCounts.ts'

let rig: Rig
let carried: Message[] = []
let answers: () => Promise<MessageOutcome>
beforeAll(async () => {
  answers = async () => ({ is: 'sent', messageId: 'carrier-1' })
  rig = await openRig({
    messageRail: {
      channels: ['sms', 'whatsapp'],
      async send(message) {
        carried.push(message)
        return answers()
      },
      state: async () => 'delivered',
    },
  })
})
afterAll(() => rig.close())

const path = '/api/v2/partner/client/send_msg'
const sms = { phone: '+49 30 123456', channel: 'sms', sms_text: 'Your order is ready' }
const template = { phone: '+4930123456', channel: 'whatsapp', whatsapp_template: 'ready' }

const send = (body: object, at = rig, headers: Record<string, string> = {}): Promise<Reply> =>
  at.partner('POST', path, body, { headers })

async function messages(): Promise<readonly { state: string; sealed: boolean; why: string | null }[]> {
  return rig.query({
    name: 'messages_of_test',
    text: 'select state, body_sealed is not null as sealed, why from message order by created_at, id',
    values: [],
  })
}

describe('a message to a client', () => {
  test('a message goes to the carrier once, and is forgotten when the carrier has it', async () => {
    carried = []
    const reply = await send(sms)
    expect([reply.status, reply.body]).toEqual([200, { message_id: expect.stringMatching(/^[\w-]{20,}$/) }])
    await rig.work.tick()
    await rig.work.tick()
    expect(carried).toEqual([{ phone: '+4930123456', channel: 'sms', text: 'Your order is ready' }])
    expect(await messages()).toEqual([{ state: 'sent', sealed: false, why: null }])
  })

  test('a message by WhatsApp carries its template and what stands in it', async () => {
    carried = []
    await send(template)
    await rig.work.tick()
    for (const params of ['{"1":"Ada","2":"50 EUR"}', '["Ada","50 EUR"]', 'Ada']) {
      await send({ ...template, whatsapp_params: params })
      await rig.work.tick()
    }
    const common = { phone: '+4930123456', channel: 'whatsapp', template: 'ready' }
    expect(carried).toEqual([
      { ...common, params: {} },
      { ...common, params: { 1: 'Ada', 2: '50 EUR' } },
      { ...common, params: { 1: 'Ada', 2: '50 EUR' } },
      { ...common, params: { 1: 'Ada' } },
    ])
  })

  test('a message is sent once under an Idempotency-Key, however often it is asked for', async () => {
    carried = []
    const headers = { 'Idempotency-Key': 'once' }
    const replies = await Promise.all(Array.from({ length: 5 }, () => send(sms, rig, headers)))
    await rig.work.tick()
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
    expect(carried).toHaveLength(1)
  })

  test('a message whose process ended on its way is never sent again', async () => {
    carried = []
    rig.pass(1_000)
    answers = () => Promise.reject(new Error('the line and the process with it'))
    await send(sms)
    await rig.work.tick()
    answers = async () => ({ is: 'sent', messageId: 'carrier-2' })
    rig.pass(24 * 60 * 60 * 1_000)
    await rig.work.tick()
    expect(carried).toHaveLength(1)
    expect((await messages()).at(-1)).toMatchObject({ state: 'unknown', sealed: false })
  })

  test('a message stays as it is when the carrier refuses it or says nothing of it', async () => {
    for (const outcome of [
      { is: 'refused', code: 21_211, why: 'not a phone' },
      { is: 'unknown', why: 'no answer' },
    ] as const) {
      carried = []
      answers = async () => outcome
      rig.pass(1_000)
      await send(sms)
      await rig.work.tick()
      rig.pass(24 * 60 * 60 * 1_000)
      await rig.work.tick()
      expect(carried).toHaveLength(1)
      expect((await messages()).at(-1)).toEqual({ state: outcome.is, sealed: false, why: outcome.why })
    }
  })

  const refused: readonly [object, number, string, string][] = [
    [{ ...sms, phone: '030 123456' }, 400, 'validation_failed', '/phone'],
    [{ ...sms, phone: undefined }, 400, 'field_required', '/phone'],
    [{ ...sms, channel: 'pigeon' }, 400, 'validation_failed', '/channel'],
    [{ ...sms, sms_text: undefined }, 400, 'field_required', '/sms_text'],
    [{ ...sms, whatsapp_template: 'ready' }, 400, 'fields_incompatible', '/channel'],
    [{ ...template, sms_text: 'a' }, 400, 'fields_incompatible', '/channel'],
    [{ ...template, whatsapp_template: undefined }, 400, 'field_required', '/whatsapp_template'],
    [{ ...template, whatsapp_params: '{"1":"Ada"' }, 400, 'validation_failed', '/whatsapp_params'],
    [{ ...template, whatsapp_params: '{"1":"Ada","1":"Eve"}' }, 400, 'validation_failed', '/whatsapp_params'],
    [{ ...template, whatsapp_params: '{"1":1}' }, 400, 'validation_failed', '/whatsapp_params'],
  ]
  test.each(refused)(
    'a message with the body %j is refused and leaves nothing',
    async (body, status, code, pointer) => {
      const before = [await rowCounts(rig), (await messages()).length]
      const reply = await send(body)
      expect([...statusAndCode(reply), reply.at('errors.0.pointer')]).toEqual([status, code, pointer])
      expect([await rowCounts(rig), (await messages()).length]).toEqual(before)
    },
  )
})

test('one phone gets five messages an hour, however it is written', async () => {
  const strict = await openRig({ limitsFactor: 1 })
  try {
    for (let sent = 0; sent < 5; sent++) expect((await send(sms, strict)).status).toBe(200)
    const sixth = await send({ ...sms, phone: '+49-30-123456' }, strict)
    expect([sixth.status, sixth.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)])
    expect((await send({ ...sms, phone: '+49 30 654321' }, strict)).status).toBe(200)
    strict.pass(60 * 60 * 1_000)
    expect((await send(sms, strict)).status).toBe(200)
  } finally {
    await strict.close()
  }
})

test('a phone’s five messages an hour are each partner’s own', async () => {
  const strict = await openRig({ limitsFactor: 1 })
  try {
    for (let sent = 0; sent < 6; sent++) await send(sms, strict)
    expect((await send(sms, strict)).status).toBe(429)
    expect((await strict.partner('POST', path, sms, { as: rival })).status).toBe(200)
  } finally {
    await strict.close()
  }
})

describe('the limits of what a partner may send', () => {
  const set = async (at: Rig, ...words: string[]) => {
    const said = await at.runCommand('tariff', 'set', ...words)
    expect([said.ok, said.output]).toEqual([true, said.output])
    await at.catalogue.refresh()
  }
  const sendAs = (at: Rig, as: typeof shop, phone: string) =>
    at.partner('POST', path, { ...sms, phone }, { as })

  test('a partner may send so many messages a day, which the operator sets for all or for one', async () => {
    const at = await openRig()
    await set(at, 'messages.perDay', '2', '--partner', 'SHOP')
    await set(at, 'messages.perDay', '1')
    const statuses = []
    for (const [as, phone] of [
      [shop, '+49 30 1000001'],
      [shop, '+49 30 1000002'],
      [shop, '+49 30 1000003'],
      [rival, '+49 30 1000004'],
      [rival, '+49 30 1000005'],
    ] as const)
      statuses.push(await sendAs(at, as, phone))
    expect(statuses.map(({ status }) => status)).toEqual([200, 200, 429, 200, 429])
    expect(Number(statuses[2]?.headers.get('retry-after'))).toBeGreaterThan(80_000)
    at.pass(24 * 60 * 60_000)
    expect((await sendAs(at, shop, '+49 30 1000001')).status).toBe(200)
    await at.close()
  })

  test('a partner may send to the countries that the operator allows, for all or for one', async () => {
    const at = await openRig()
    await set(at, 'messages.callingCodes', '+49,+1787')
    await set(at, 'messages.callingCodes', 'any', '--partner', 'RIVAL')
    const outcomes = async (as: typeof shop) => {
      const replies = []
      for (const phone of ['+49 30 123456', '+43 1 123456', '+1 787 5550100', '+1 212 5550100'])
        replies.push(await sendAs(at, as, phone))
      return replies
    }
    const own = await outcomes(shop)
    expect(own.map(({ status }) => status)).toEqual([200, 422, 200, 422])
    expect([own[1]?.at('code'), own[1]?.at('errors.0.pointer')]).toEqual(['country_forbidden', '/phone'])
    expect((await outcomes(rival)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
    await set(at, 'messages.callingCodes', 'none')
    expect((await outcomes(shop)).map(({ status }) => status)).toEqual([422, 422, 422, 422])
    await at.close()
  })

  test.each([
    ['messages.callingCodes', '49', 'any, none, or calling codes such as +49,+43'],
    ['messages.callingCodes', '+49,,+43', 'any, none, or calling codes such as +49,+43'],
    ['messages.callingCodes', '+0', 'any, none, or calling codes such as +49,+43'],
    ['messages.perDay', '0', 'a number of messages, from 1 to 1000000'],
  ])('the setting %s refuses the value %s', async (name, value, form) => {
    const { ok, output } = await rig.runCommand('tariff', 'set', name, value)
    expect([ok, output]).toEqual([false, `${name} must be ${form}; it cannot be ${value}.`])
  })
})

test('a message by a channel that the exchange lacks is refused, and nothing is kept', async () => {
  const silent = await openRig({ messageRail: noMessages })
  try {
    const before = await rowCounts(silent)
    for (const body of [sms, template])
      expect(statusAndCode(await send(body, silent))).toEqual([422, 'channel_unavailable'])
    expect(await rowCounts(silent)).toEqual(before)
  } finally {
    await silent.close()
  }
})

describe('the sandbox’s outbox', () => {
  test('the outbox lists messages and mailed codes, newest first, and escapes all that could be read as a page', async () => {
    const sandbox = await openRig()
    try {
      expect((await sandbox.send('GET', '/sandbox/outbox')).text).toContain('Nothing has been sent yet')
      await send({ ...sms, sms_text: '<b>ready</b>' }, sandbox)
      await sandbox.work.tick()
      const entry = await sandbox.openRequest()
      const code = await sandbox.widget('POST', `/api/widget/${entry}/code`, { email: 'ada@example.com' })
      const page = await sandbox.send('GET', '/sandbox/outbox')
      expect(page.text).toContain('sms to +4930123456')
      expect(page.text).toContain('&lt;b&gt;ready&lt;/b&gt;')
      expect(page.text).toContain(String(code.at('sandbox_code')))
      expect(page.text.indexOf('mail to ada@example.com')).toBeLessThan(page.text.indexOf('sms to +49'))
    } finally {
      await sandbox.close()
    }
  })

  test('the outbox does not exist in live', async () => {
    const live = await openRig({ mode: 'live' })
    try {
      expect((await live.send('GET', '/sandbox/outbox')).status).toBe(404)
    } finally {
      await live.close()
    }
  })
})
