import type { Message } from '@cambio/exchange/message/MessageRail.ts'
import { describe, expect, test } from 'vitest'
import { account, twilioDouble } from '../../testing/messages/twilioDouble.ts'
import { platformDouble, type Answering } from '../../testing/platformDouble.ts'
import { twilio } from './twilio.ts'

const sms: Message = {
  phone: '+4930123456',
  channel: 'sms',
  text: 'Ihre Bestellung AB1CD-XY2ZW3 ist bezahlt ✓',
}
const whatsapp: Message = {
  phone: '+4930123456',
  channel: 'whatsapp',
  template: 'order_paid',
  params: { '1': 'Zoë', amount: '100.00 EUR' },
}

describe('a message', () => {
  test('a message goes out as a text, and Twilio’s id is its id', async () => {
    await using double = await twilioDouble()
    const rail = twilio({ account, baseUrl: double.url })
    expect(await rail.send(sms)).toEqual({ is: 'sent', messageId: `SM${'1'.padStart(32, '0')}` })
    expect(double.sent).toEqual([{ To: '+4930123456', From: '+15557771111', Body: sms.text }])
  })

  test('a message goes out through a messaging service where a service is the sender', async () => {
    await using double = await twilioDouble()
    const smsSender = `MG${'d4'.repeat(16)}`
    const rail = twilio({ account: { ...account, smsSender }, baseUrl: double.url })
    expect(await rail.send(sms)).toMatchObject({ is: 'sent' })
    expect(double.sent).toEqual([{ To: '+4930123456', MessagingServiceSid: smsSender, Body: sms.text }])
  })

  test('a message goes out on WhatsApp as a template with its variables', async () => {
    await using double = await twilioDouble()
    const rail = twilio({ account, baseUrl: double.url })
    expect(await rail.send(whatsapp)).toMatchObject({ is: 'sent' })
    expect(await rail.send({ ...whatsapp, template: 'hello', params: {} })).toMatchObject({ is: 'sent' })
    const between = { To: 'whatsapp:+4930123456', From: 'whatsapp:+15557772222' }
    expect(double.sent).toEqual([
      {
        ...between,
        ContentSid: account.templates.order_paid,
        ContentVariables: '{"1":"Zoë","amount":"100.00 EUR"}',
      },
      { ...between, ContentSid: account.templates.hello },
    ])
  })

  test('a message was not sent when Twilio refuses it, and the code tells the reason', async () => {
    await using double = await twilioDouble()
    const rail = twilio({ account, baseUrl: double.url })
    expect(await rail.send({ ...sms, phone: '+0' })).toMatchObject({ is: 'refused', code: 21211 })
    expect(await rail.send({ ...sms, text: '' })).toMatchObject({ is: 'refused', code: 21602 })
    const login = { ...account.login, password: 'another' }
    const stranger = twilio({ account: { ...account, login }, baseUrl: double.url })
    expect(await stranger.send(sms)).toMatchObject({ is: 'refused', code: 20003 })
    expect(double.sent).toEqual([])
  })

  test('a refusal by Twilio is not quoted, since it names the phone', async () => {
    await using double = await twilioDouble()
    const refused = await twilio({ account, baseUrl: double.url }).send({ ...sms, phone: '+0999' })
    expect(JSON.stringify(refused)).not.toContain('0999')
  })

  test.for<[string, Message]>([
    ['an unknown template', { ...whatsapp, template: 'unheard' }],
    ['a template named like a part of every object', { ...whatsapp, template: 'constructor' }],
  ])('a message with %s is refused without asking Twilio', async ([, message]) => {
    await using double = await twilioDouble()
    expect(await twilio({ account, baseUrl: double.url }).send(message)).toMatchObject({
      is: 'refused',
      code: null,
    })
    expect(double.requests).toEqual([])
  })

  test('a message on a channel without a sender is refused without asking Twilio', async () => {
    await using double = await twilioDouble()
    const { accountSid, login, templates } = account
    const rail = twilio({ account: { accountSid, login, templates }, baseUrl: double.url })
    expect(await rail.send(sms)).toMatchObject({ is: 'refused', code: null })
    expect(await rail.send(whatsapp)).toMatchObject({ is: 'refused', code: null })
    expect(double.requests).toEqual([])
  })

  test.for<[string, Answering]>([
    ['fails', { status: 500, json: { code: 20500, message: 'Internal Server Error' } }],
    ['is overloaded', { status: 503, json: { code: 20503, message: 'Service unavailable' } }],
    ['says nothing', 'silence'],
    ['hangs up', 'hang up'],
    ['hangs up halfway', 'hang up halfway'],
    ['shows a page', { text: '<html>' }],
    ['answers without an id', { status: 201, json: { status: 'queued' } }],
    ['refuses without a reason', { status: 400, json: {} }],
  ])('a message is never sent twice: its outcome is unknown when Twilio %s', async ([, answering]) => {
    await using ordinary = await twilioDouble()
    const begun = performance.now()
    await twilio({ account, baseUrl: ordinary.url }).send(sms)
    // Long enough for the message to arrive on a slow machine.
    const shortMs = Math.max(100, Math.ceil(20 * (performance.now() - begun)))
    await using double = await platformDouble(() => answering)
    const timeLimitMs = answering === 'silence' ? shortMs : 60_000
    const rail = twilio({ account, baseUrl: double.url, timeLimitMs })
    expect(await rail.send(sms)).toMatchObject({ is: 'unknown' })
    expect(double.requests).toHaveLength(1)
  })
})

describe('the progress of a message', () => {
  test.for([
    ['accepted', 'underway'],
    ['queued', 'underway'],
    ['sending', 'underway'],
    ['sent', 'underway'],
    ['delivered', 'delivered'],
    ['read', 'delivered'],
    ['undelivered', 'failed'],
    ['failed', 'failed'],
    ['canceled', 'failed'],
    ['a status added later', 'unknown'],
  ] as const)('a message that Twilio calls %s is %s', async ([status, state]) => {
    await using double = await twilioDouble()
    const rail = twilio({ account, baseUrl: double.url })
    const sent = await rail.send(sms)
    const messageId = sent.is === 'sent' ? sent.messageId : ''
    double.statuses.set(messageId, status)
    expect(await rail.state(messageId)).toBe(state)
  })

  test('a message is unknown where Twilio knows no such message, or is unreachable', async () => {
    await using double = await twilioDouble()
    expect(await twilio({ account, baseUrl: double.url }).state('SM0/../../Calls')).toBe('unknown')
    await using silent = await platformDouble(() => 'hang up')
    expect(await twilio({ account, baseUrl: silent.url }).state('SM0')).toBe('unknown')
  })
})
