import { record, text, type Shape } from './api/shape.ts'
import { tabNote, type TabNote } from './view/tabNote.ts'

/**
 * What the buyer has typed and the server does not have yet, by the names of its fields: in this tab and for this
 * purchase, so that a reload, a step back or a session that ends loses nothing. It never contains a card or a code.
 */
export type Typed = {
  readonly read: () => Readonly<Record<string, string>>
  readonly write: (fields: Readonly<Record<string, string>>) => void
  /** Deletes all of it: the purchase has its order. */
  readonly clear: () => void
}

/** @param storage throws where it is blocked; then it lasts as long as the page */
export function typedIn(entry: string, storage: () => Storage): Typed {
  const note: TabNote<Readonly<Record<string, string>>> = tabNote(Fields, `cambio:${entry}:typed`, storage)
  return {
    read: () => note.read() ?? {},
    write: (fields) => void note.write({ ...note.read(), ...fields }),
    clear: () => note.clear(),
  }
}

const areTexts = record(text)
const isFields = (value: unknown): value is Record<string, string> => areTexts(value)
const Fields: Shape<Readonly<Record<string, string>>> = {
  safeParse: (value) => (isFields(value) ? { success: true, data: value } : { success: false }),
}
