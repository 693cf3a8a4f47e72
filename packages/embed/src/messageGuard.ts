import type { FromWidget } from '@cambio/wire/widget/Frame.ts'
import { marker } from '@cambio/wire/widget/framing.ts'

/*
 * The protocol's schemas, by hand: a schema library would be several times the size of the whole loader. The kinds and
 * fields are the wire's own, so a message with a new field does not compile here until it is read. An unknown value of
 * a list, such as a new status, is passed on: a page may have pinned this loader before it was added.
 */

type Check = (value: unknown) => boolean

type Fields<Message> = { readonly [K in Exclude<keyof Message, 'kind'>]: Check }

const fieldsOf: { readonly [K in FromWidget['kind']]: Fields<Extract<FromWidget, { kind: K }>> } = {
  ready: {},
  close: {},
  resize: { height: (value) => typeof value === 'number' && value >= 0 && value <= 10_000 },
  language: { tag: isText, title: isText, close: isText },
  step: { step: isText },
  order: { client_order_id: isText, status: isText },
  error: { code: isText, money_moved: isText },
}

/** Whether a message is the hello of exactly this frame: its window, its origin, its words. */
export function isHello(
  { source, origin, data }: Pick<MessageEvent<unknown>, 'source' | 'origin' | 'data'>,
  frame: Window,
  frameOrigin: string,
): boolean {
  const { channel, kind, v } = membersOf(data)
  return (
    source === frame &&
    origin === frameOrigin &&
    channel === marker &&
    kind === 'hello' &&
    Number.isInteger(v)
  )
}

/** Whether this is a message of the widget, of a known kind. */
export function isFromWidget(data: unknown): data is FromWidget {
  const members = membersOf(data)
  const { kind } = members
  return isKind(kind) && Object.entries<Check>(fieldsOf[kind]).every(([name, check]) => check(members[name]))
}

function isKind(value: unknown): value is FromWidget['kind'] {
  return isText(value) && Object.hasOwn(fieldsOf, value)
}

/** A message's own members, without those of its prototype. */
function membersOf(data: unknown): Readonly<Record<string, unknown>> {
  return { ...Object(data) }
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}
