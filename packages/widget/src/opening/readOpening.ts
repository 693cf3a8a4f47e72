import { languages } from '@cambio/wire/language/languages.ts'
import { openingId, type Opening } from '@cambio/wire/widget/Opening.ts'
import { Quote, View } from '../api/openingRoutes.ts'
import { fields, list, moment, oneOf, orNull, record, shape, text, type Check } from '../api/shape.ts'

/** The data in this page's HTML; null where it is missing or invalid, and so has to be requested. */
export function readOpening(document: Pick<Document, 'getElementById'>): Opening | null {
  const json = document.getElementById(openingId)?.textContent ?? 'null'
  return ReadOpening.safeParse(parsed(json)).data ?? null
}

/** A text, or the tokens of a compiled message. */
const message: Check = (value) => text(value) || list(() => true)(value)

const ReadOpening = shape<Opening>({
  at: moment,
  view: (value) => View.safeParse(value).success,
  quote: orNull((value) => Quote.safeParse(value).success),
  words: orNull(fields({ tag: oneOf(...languages), messages: record(message), whole: oneOf(false) })),
})

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
