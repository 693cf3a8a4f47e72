import type { Init, ToWidget } from '@cambio/wire/widget/Frame.ts'
import { marker } from '@cambio/wire/widget/framing.ts'
import { fields, maybe, number, oneOf, shape, shortText, truth } from '../api/shape.ts'

const appearance = oneOf('light', 'dark', 'system')
const locale = shortText(35)
/** Its values are checked when it is applied. */
const theme = fields({})

const InitShape = shape<Init>({
  channel: oneOf(marker),
  kind: oneOf('init'),
  v: (value) => number(value) && Number.isInteger(value),
  locale: maybe(locale),
  appearance: maybe(appearance),
  modal: maybe(truth),
  theme: maybe(theme),
})

const shapes = [
  shape<Extract<ToWidget, { kind: 'appearance' }>>({ kind: oneOf('appearance'), appearance }),
  shape<Extract<ToWidget, { kind: 'theme' }>>({ kind: oneOf('theme'), theme }),
  shape<Extract<ToWidget, { kind: 'locale' }>>({ kind: oneOf('locale'), locale }),
  shape<Extract<ToWidget, { kind: 'close' }>>({ kind: oneOf('close') }),
]

/** The init of the page around us; null for any other message. */
export function readInit(data: unknown): Init | null {
  return InitShape.safeParse(data).data ?? null
}

/** A message of the page around us; null for one that this version does not know. */
export function readToWidget(data: unknown): ToWidget | null {
  for (const { safeParse } of shapes) {
    const { data: message } = safeParse(data)
    if (message) return message
  }
  return null
}
