import { Status } from '@cambio/wire/order/Order.ts'
import * as Frame from '@cambio/wire/widget/Frame.ts'
import fc from 'fast-check'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { isFromWidget, isHello } from './messageGuard.ts'
import type { Appearance, WidgetEvent } from './Options.ts'

const frame = { name: 'our iframe' } as Window
const origin = 'https://exchange.example'
const hello = { channel: Frame.marker, kind: 'hello', v: Frame.version }
const honest = {
  source: frame,
  origin,
  data: hello as unknown,
}

describe('the hello of our frame', () => {
  test('the hello of our frame is known by its window, its origin and its words', () => {
    expect(isHello(honest, frame, origin)).toBe(true)
  })

  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['an origin that begins like ours', { origin: 'https://exchange.example.evil.example' }],
    ['an origin that ours begins with', { origin: 'https://exchange' }],
    ['our origin on another port', { origin: 'https://exchange.example:444' }],
    ['our origin without its s', { origin: 'http://exchange.example' }],
    ['an opaque origin', { origin: 'null' }],
    ['another frame of our origin', { source: {} as MessageEventSource }],
    ['no window', { source: null }],
    ['another channel', { data: { ...hello, channel: 'cambio' } }],
    ['another kind', { data: { ...hello, kind: 'init' } }],
    ['no version', { data: { channel: hello.channel, kind: hello.kind } }],
    ['a version that is no number', { data: { ...hello, v: '1' } }],
    ['words of its prototype', { data: Object.create(hello) as unknown }],
    ['a string', { data: JSON.stringify(hello) }],
    ['null', { data: null }],
  ])('the hello of our frame is not %s', (_, forged) => {
    expect(isHello({ ...honest, ...forged }, frame, origin)).toBe(false)
  })
})

const messages: readonly unknown[] = [
  { kind: 'ready' },
  { kind: 'close' },
  ...[0, 1.5, 640, 10_000].map((height) => ({ kind: 'resize', height })),
  ...Frame.Step.options.map((step) => ({ kind: 'step', step })),
  ...Status.options.map((status) => ({ kind: 'order', client_order_id: 'A1B2C-D3E4F5', status })),
  ...['no', 'yes', 'checking'].map((money_moved) => ({ kind: 'error', code: 'unreachable', money_moved })),
  { kind: 'language', tag: 'ar', title: 'شراء العملات الرقمية', close: 'إغلاق' },
]

describe('what the widget says', () => {
  test.each(messages)('the message %j of the widget is understood', (message) => {
    expect(isFromWidget(message)).toBe(true)
  })

  test.each([
    [{ kind: 'resize', height: 10_001 }],
    [{ kind: 'resize', height: -1 }],
    [{ kind: 'resize', height: Number.NaN }],
    [{ kind: 'resize', height: Number.POSITIVE_INFINITY }],
    [{ kind: 'resize', height: '640' }],
    [{ kind: 'resize' }],
    [{ kind: 'step', step: 7 }],
    [{ kind: 'step', step: null }],
    [{ kind: 'order', client_order_id: 'A', status: ['finished'] }],
    [{ kind: 'order', client_order_id: 7, status: 'finished' }],
    [{ kind: 'error', code: 'x', money_moved: true }],
    [{ kind: 'error', money_moved: 'no' }],
    [{ kind: 'language', tag: 'ar', title: 'شراء العملات الرقمية' }],
    [{ kind: 'language', tag: 7, title: '', close: '' }],
    [{ kind: 'unknown' }],
    [{ kind: '__proto__' }],
    [{ kind: 'toString' }],
    [Object.create({ kind: 'close' })],
    [['close']],
    ['close'],
    [undefined],
  ])('the message %j of the widget is refused', (message) => {
    expect(isFromWidget(message)).toBe(false)
  })

  test.each([
    [{ kind: 'step', step: 'gift' }],
    [{ kind: 'order', client_order_id: 'A1B2C-D3E4F5', status: 'on_hold' }],
    [{ kind: 'error', code: 'x', money_moved: 'partly' }],
  ])('the message %j of a later widget is passed on, as the rule for versions says', (message) => {
    expect(isFromWidget(message)).toBe(true)
  })

  test('the guard by hand takes what the schema of the wire takes, and besides only words of lists that are not known yet', () => {
    const word = fc.constantFrom(
      'ready',
      'close',
      'resize',
      'step',
      'order',
      'error',
      'language',
      'card',
      'finished',
      'no',
      'x',
      '__proto__',
    )
    const value = fc.oneof(word, fc.integer({ min: -5, max: 10_005 }), fc.constant(null), fc.boolean())
    const key = fc.constantFrom(
      'kind',
      'height',
      'step',
      'client_order_id',
      'status',
      'code',
      'money_moved',
      'tag',
      'title',
      'close',
    )
    fc.assert(
      fc.property(fc.dictionary(key, value), (message) => {
        expect(isFromWidget(message)).toBe(Frame.FromWidget.safeParse(known(message)).success)
      }),
      { numRuns: 5_000 },
    )
  })

  test('the types that a page compiles against are those of the wire', () => {
    expectTypeOf<WidgetEvent>().toEqualTypeOf<Exclude<Frame.FromWidget, { kind: 'language' }>>()
    expectTypeOf<Appearance>().toEqualTypeOf<Frame.Appearance>()
  })
})

/** A message with words that are known in place of all words of lists. */
function known(message: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const words = { step: 'card', status: 'finished', money_moved: 'no' }
  const entries = Object.entries(words).filter(([name]) => typeof message[name] === 'string')
  return { ...message, ...Object.fromEntries(entries) }
}
