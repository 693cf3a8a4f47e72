import { expect, test } from 'vitest'
import { createLog } from './createLog.ts'
import type { LogFields } from './log.ts'
import { Secret } from './settings/Secret.ts'

class Ours extends Error {
  override readonly name = 'Ours'
}

function listen() {
  const lines: string[] = []
  const destination = { write: (line: string) => void lines.push(line) }
  const log = createLog({ program: 'test', ownErrors: [Ours], destination })
  return { log, lines, last: () => JSON.parse(lines.at(-1) ?? '') as Record<string, never> }
}

const CARD = '4111111111111111'

test('an event is one JSON line with its program, time and fields', () => {
  const { log, lines, last } = listen()
  log.info('charged', { orderId: 'A-1', count: 3, status: 200n })
  expect(lines).toHaveLength(1)
  expect(last()).toEqual({
    level: 'info',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    program: 'test',
    event: 'charged',
    orderId: 'A-1',
    count: 3,
    status: '200',
  })
})

test('a field that is not allowed is dropped, and so is an object under an allowed name', () => {
  const { log, lines } = listen()
  const sly = {
    cvv: '123',
    orderId: { toJSON: () => '123' },
    kind: new Secret('123'),
  } as unknown as LogFields
  log.info('sly', sly)
  log.error('sly', { ...sly, error: new Error('x') })
  expect(lines.join('')).not.toContain('123')
})

test.each([CARD, '4111 1111 1111 1111', '4111-1111-1111-1111', `order${CARD}x`, '5555555555554444'])(
  'a card number is never logged, wherever it occurs: %s',
  (card) => {
    const { log, lines } = listen()
    log.warn(`paid with ${card}`, {
      orderId: card,
      reason: `no ${card} here`,
      count: BigInt(card.replace(/\D/g, '')),
    })
    log.error('failed', { error: new Ours(card), kind: card })
    expect(lines.join('')).not.toContain(card)
    expect(lines.join('')).not.toContain(card.replace(/\D/g, ''))
  },
)

test('a number that is not a card number stays readable', () => {
  const { log, last } = listen()
  log.info('kept', { eventId: '4111111111111112' })
  expect(last()).toMatchObject({ eventId: '4111111111111112' })
})

test('the message of an error is logged when the error is ours, and never when it is another’s', () => {
  const { log, lines, last } = listen()
  log.error('ours', { error: new Ours('the order is closed') })
  expect(last()).toMatchObject({ error: { name: 'Ours', message: 'the order is closed' } })
  log.error('theirs', { error: new TypeError('password=\n    at hunter2 (x:1:2)') })
  expect(lines.at(-1)).not.toContain('hunter2')
  expect(last()).toMatchObject({
    error: {
      name: 'TypeError',
      at: expect.arrayContaining([expect.stringMatching(/createLog\.test\.ts:\d+:\d+$/)]),
    },
  })
})

test('properties that libraries add to an error or its causes are not logged', () => {
  const { log, lines, last } = listen()
  const database = Object.assign(new Error('duplicate key (cvv)=(hunter2)'), {
    code: '23505',
    constraint: 'order_key',
    detail: 'Key (cvv)=(hunter2)',
    parameters: ['hunter2'],
    url: 'https://x?token=hunter2',
  })
  log.error('failed', { error: new Ours('not placed', { cause: new Error('hunter2', { cause: database }) }) })
  expect(lines.join('')).not.toContain('hunter2')
  expect(last()).toMatchObject({
    error: {
      cause: { cause: { code: '23505', means: 'there is such a row already', constraint: 'order_key' } },
    },
  })
  log.error('odd', { error: 'hunter2' })
  log.error('odd', { error: Object.assign(new Error('x'), { code: 'hunter2 with spaces' }) })
  expect(lines.join('')).not.toContain('hunter2')
})

test('a stack’s positions lose their queries, and a long text is cut', () => {
  const { log, lines, last } = listen()
  const error = new Error('x')
  error.stack = 'Error: x\n    at f (https://host/a.js?token=hunter2:1:2)\n    at https://host/b.js:3:4'
  log.error('failed', { error, reason: 'r'.repeat(5000) })
  expect(lines.join('')).not.toContain('hunter2')
  expect(last()).toMatchObject({
    error: { at: ['f (https://host/a.js:1:2)', 'https://host/b.js:3:4'] },
    reason: 'r'.repeat(200),
  })
})
