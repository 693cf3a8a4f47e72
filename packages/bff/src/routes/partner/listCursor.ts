import { fieldRefusal } from '@cambio/wire/http/Problem.ts'
import type { Keys } from '../../program/Keys.ts'

/** Where a list continues: the time of the previous order, in microseconds since 1970, and its id. */
export type CursorPlace = { readonly micros: bigint; readonly id: string }

/** Where a list continues, and the list's name, which contains no space. */
type ListCursor = { readonly place: CursorPlace; readonly list: string }

export type ListCursors = ReturnType<typeof listCursors>

/** Cursors of one caller's lists. They are sealed, so that they cannot be read, changed or used in another list. */
export function listCursors(keys: Keys, lists: string) {
  const subject = `cursor in ${lists}`
  return {
    seal({ place, list }: ListCursor): string {
      const text = [place.micros, list, place.id].join(' ')
      return keys.seal(subject, text).toString('base64url')
    },
    /** @throws Refusal validation_failed for anything but a cursor of these lists, always with one message */
    open(cursor: string): ListCursor {
      const sealed = Buffer.from(cursor, 'base64url')
      // Each cursor has one spelling: another text for the same bytes was not written here.
      const text = sealed.toString('base64url') === cursor ? opened(keys, subject, sealed) : undefined
      if (text === undefined) throw invalidCursor()
      const [micros = '', list = '', id = ''] = text.split(' ')
      return { place: { micros: BigInt(micros), id }, list }
    },
  }
}

function opened(keys: Keys, subject: string, sealed: Buffer): string | undefined {
  try {
    return keys.open(subject, sealed)
  } catch {
    return undefined
  }
}

export function invalidCursor() {
  const detail = 'This is not a cursor of this list; begin again without one'
  return fieldRefusal('validation_failed', ['cursor'], detail)
}
