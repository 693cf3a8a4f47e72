import type { Status } from '@cambio/wire/order/Order.ts'
import type { FromWidget, Hello, Step, version } from '@cambio/wire/widget/Frame.ts'

/*
 * The protocol's schemas, by hand: a schema library would be several times the size of the whole loader. The types
 * are the wire's own, so a message that gains a field does not compile here until it is read.
 */

const steps: Readonly<Record<Step, true>> = {
  amount: true,
  address: true,
  you: true,
  card: true,
  challenge: true,
  status: true,
}

const statuses: Readonly<Record<Status, true>> = {
  payin_pending: true,
  confirmation_pending: true,
  auth_success: true,
  processing: true,
  processing_payout: true,
  pending: true,
  finished: true,
  canceled: true,
  error: true,
  expired: true,
  refunded: true,
}

const moved = { no: true, yes: true, checking: true } as const

/** Whether a message is the hello of this very frame: its window, its origin, its words. */
export function isHello(
  { source, origin, data }: Pick<MessageEvent<unknown>, 'source' | 'origin' | 'data'>,
  frame: { readonly window: unknown; readonly origin: string },
): boolean {
  const expected: Omit<Hello, 'v'> = { channel: 'cambio-widget', kind: 'hello' }
  return (
    frame.window !== null &&
    source === frame.window &&
    origin === frame.origin &&
    own(data, 'channel') === expected.channel &&
    own(data, 'kind') === expected.kind &&
    Number.isInteger(own(data, 'v'))
  )
}

/** A message of the widget; null when it is none, or of a kind that this version does not know. */
export function fromWidget(data: unknown): FromWidget | null {
  const kind = own(data, 'kind')
  if (kind === 'ready' || kind === 'close') return { kind }
  if (kind === 'resize') {
    const height = own(data, 'height')
    return typeof height === 'number' && height >= 0 && height <= 10_000 ? { kind, height } : null
  }
  if (kind === 'language') {
    const [tag, title, close] = [own(data, 'tag'), own(data, 'title'), own(data, 'close')]
    return isText(tag) && isText(title) && isText(close) ? { kind, tag, title, close } : null
  }
  if (kind === 'step') {
    const step = own(data, 'step')
    return isKeyOf(steps, step) ? { kind, step } : null
  }
  if (kind === 'order') {
    const id = own(data, 'client_order_id')
    const status = own(data, 'status')
    return isText(id) && isKeyOf(statuses, status) ? { kind, client_order_id: id, status } : null
  }
  if (kind === 'error') {
    const code = own(data, 'code')
    const money = own(data, 'money_moved')
    return isText(code) && isKeyOf(moved, money) ? { kind, code, money_moved: money } : null
  }
  return null
}

export const protocolVersion: typeof version = 1

function own(data: unknown, key: string): unknown {
  return typeof data === 'object' && data !== null && Object.hasOwn(data, key)
    ? Object.getOwnPropertyDescriptor(data, key)?.value
    : undefined
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isKeyOf<K extends string>(list: Readonly<Record<K, unknown>>, value: unknown): value is K {
  return isText(value) && Object.hasOwn(list, value)
}
