import { fieldRefusal } from '@cambio/wire/http/Problem.ts'
import type { Keys } from '../../program/Keys.ts'

/** Where a list goes on: the time of the order before, in microseconds since 1970, and its id. */
export type CursorPlace = { readonly micros: bigint; readonly id: string }

/** Where a list goes on, and which list it is, without a space in it. */
type ListCursor = { readonly place: CursorPlace; readonly list: string }

export type ListCursors = ReturnType<typeof listCursors>

/** Cursors of one caller's lists, sealed, so that nobody can read or change them, or use them in another's list. */
export function listCursors(keys: Keys, lists: string) {
  const subject = `cursor in ${lists}`
  return {
    seal({ place, list }: ListCursor): string {
      const text = [place.micros, list, place.id].join(' ')
      return keys.seal(subject, text).toString('base64url')
    },
    /** @throws Refusal validation_failed for anything but a cursor of these lists, with the same words for each */
    open(cursor: string): ListCursor {
      const sealed = Buffer.from(cursor, 'base64url')
      // Each cursor has one spelling: another text for the same bytes was not written here.
      const text = sealed.toString('base64url') === cursor ? opened(keys, subject, sealed) : undefined
      if (text === undefined) throw noCursor()
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

export function noCursor() {
  const detail = 'This is no cursor of this list; begin again without one'
  return fieldRefusal('validation_failed', ['cursor'], detail)
}
