import { openingId, type Opening } from '@cambio/wire/widget/Opening.ts'
import { Quote, View } from '../api/openingRoutes.ts'
import { moment, orNull, shape } from '../api/shape.ts'

/** What this page brought in its HTML; null where that is missing or is not what it must be, and is asked for instead. */
export function readOpening(document: Pick<Document, 'getElementById'>): Opening | null {
  const text = document.getElementById(openingId)?.textContent
  return ReadOpening.safeParse(parsed(text ?? 'null')).data ?? null
}

const ReadOpening = shape<Opening>({
  at: moment,
  view: (value) => View.safeParse(value).success,
  quote: orNull((value) => Quote.safeParse(value).success),
})

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
