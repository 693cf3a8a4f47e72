import { FromFrame, marker } from '@cambio/wire/widget/CardFrame.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isHello } from './frame/cardFrame.ts'
import { channel, readFromFrame } from './frame/cardFrameMessages.ts'
import { bankMessage } from './view/bankMessage.ts'

const frame = { name: 'the card form’s window' }
const from = { source: frame, origin: 'https://cards.example', session_id: 'fs_1' }
const hello = { channel: 'cambio-card-fields', kind: 'hello', session_id: 'fs_1' }
const honest = { source: frame as unknown as MessageEventSource, origin: from.origin, data: hello as unknown }

describe('the card form', () => {
  test('the card form is known by its window, its origin and its session', () => {
    expect(isHello(honest, from)).toBe(true)
  })

  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['an origin that begins alike', { origin: 'https://cards.example.evil.example' }],
    ['another frame of the same origin', { source: {} as MessageEventSource }],
    ['no window', { source: null }],
    ['another session', { data: { ...hello, session_id: 'fs_2' } }],
    ['no session', { data: { channel: hello.channel, kind: hello.kind } }],
    ['another kind', { data: { ...hello, kind: 'done' } }],
    ['another channel', { data: { ...hello, channel: 'cambio-widget' } }],
    ['a kind that every object has', { data: { ...hello, kind: 'constructor' } }],
    ['no object', { data: 'hello' }],
  ])('the card form is not %s', (_, forged) => {
    expect(isHello({ ...honest, ...forged }, from)).toBe(false)
  })
})

test('what the card form says is read as the schema of the wire reads it', () => {
  const word = fc.constantFrom(
    'state',
    'resize',
    'entered',
    'done',
    'failed',
    'Visa',
    'used',
    'code',
    'close',
  )
  const value = fc.oneof(
    word,
    fc.constantFrom(null, undefined, 4001, -1),
    fc.nat(4000),
    fc.boolean(),
    fc.array(word, { maxLength: 2 }),
  )
  const state = {
    kind: fc.constant('state'),
    complete: value,
    brand: fc.constantFrom('Visa', null, 'Amex'),
    invalid: fc.array(fc.constantFrom('number', 'code', 'name')),
  }
  const keys = fc.constantFrom('kind', 'complete', 'brand', 'invalid', 'height', 'code')
  const any = fc.record({ kind: word, height: value, code: value }, { requiredKeys: ['kind'] })
  fc.assert(
    fc.property(fc.oneof(fc.dictionary(keys, value), fc.record(state), any, value), (message) => {
      const read = readFromFrame(message)
      const expected = FromFrame.safeParse(message).data
      if (expected) expect(read).toMatchObject(expected)
      else expect(read).toBeNull()
    }),
    { numRuns: 5_000 },
  )
  expect(channel).toBe(marker)
})

describe('the way back from the bank', () => {
  const back = {
    ...honest,
    origin: 'https://exchange.example',
    data: { channel: 'cambio-return' } as unknown,
  }

  test('the return from the bank is our own page in our own frame', () => {
    expect(bankMessage(back, frame, 'https://exchange.example')).toBe('done')
  })

  test('the bank’s page reports when it is there', () => {
    const there = { ...back, data: { channel: 'cambio-bank' } }
    expect(bankMessage(there, frame, 'https://exchange.example')).toBe('there')
  })

  test.each([
    ['the bank', { origin: 'https://bank.example' }],
    ['another window of ours', { source: {} as MessageEventSource }],
    ['another word', { data: { channel: 'paid' } }],
    ['nothing', { data: undefined }],
  ])('the return from the bank is not %s', (_, forged) => {
    expect(bankMessage({ ...back, ...forged }, frame, 'https://exchange.example')).toBeNull()
  })

  test('the return from the bank is not taken when no frame is open', () => {
    expect(bankMessage({ ...back, source: null }, null, 'https://exchange.example')).toBeNull()
  })
})
