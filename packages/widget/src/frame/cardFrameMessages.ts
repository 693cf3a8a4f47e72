import type { FromFrame, Hello, marker } from '@cambio/wire/widget/CardFrame.ts'
import { list, number, oneOf, orNull, shape, text, truth } from '../api/shape.ts'

export const channel: typeof marker = 'cambio-card-fields'

const HelloShape = shape<Hello>({ channel: oneOf(channel), kind: oneOf('hello'), session_id: text })

const shapes = [
  shape<Extract<FromFrame, { kind: 'state' }>>({
    kind: oneOf('state'),
    complete: truth,
    brand: orNull(oneOf('Visa', 'MasterCard')),
    invalid: list(oneOf('number', 'expiry', 'code')),
  }),
  shape<Extract<FromFrame, { kind: 'resize' }>>({
    kind: oneOf('resize'),
    height: (value) => number(value) && Number(value) >= 0 && Number(value) <= 4000,
  }),
  shape<Extract<FromFrame, { kind: 'entered' }>>({ kind: oneOf('entered') }),
  shape<Extract<FromFrame, { kind: 'done' }>>({ kind: oneOf('done') }),
  shape<Extract<FromFrame, { kind: 'failed' }>>({
    kind: oneOf('failed'),
    code: oneOf('invalid', 'expired', 'used', 'unreachable'),
  }),
]

/** The hello of a card form; null for any other message. */
export function readHello(data: unknown): Hello | null {
  return HelloShape.safeParse(data).data ?? null
}

/** A message of the card form; null for one that this version does not know. */
export function readFromFrame(data: unknown): FromFrame | null {
  for (const { safeParse } of shapes) {
    const { data: message } = safeParse(data)
    if (message) return message
  }
  return null
}
