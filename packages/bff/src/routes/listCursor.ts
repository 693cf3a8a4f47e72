import { fieldRefusal } from '@cambio/wire/Problem.ts'
import type { Keys } from '../program/Keys.ts'
import type { ListPlace } from '../store/orderLists.ts'

/** Where a list goes on, and the time from which it lists. */
type ListCursor = { readonly place: ListPlace; readonly sinceMicros: bigint | null }

export type ListCursors = ReturnType<typeof listCursors>

/** Cursors of one list, sealed, so that nobody can read or change them, or use them in another list. */
export function listCursors(keys: Keys, list: string) {
  const subject = `cursor in ${list}`
  return {
    seal({ place, sinceMicros }: ListCursor): string {
      const text = [place.createdMicros, sinceMicros ?? '', place.id].join(' ')
      return keys.seal(subject, text).toString('base64url')
    },
    /** @throws Refusal validation_failed for anything but a cursor of this list, with the same words for each */
    open(cursor: string): ListCursor {
      const sealed = Buffer.from(cursor, 'base64url')
      // Each cursor has one spelling: another text for the same bytes was not written here.
      const text = sealed.toString('base64url') === cursor ? opened(keys, subject, sealed) : undefined
      if (text === undefined) throw noCursor()
      const [createdMicros = '', sinceMicros = '', id = ''] = text.split(' ')
      return {
        place: { createdMicros: BigInt(createdMicros), id },
        sinceMicros: sinceMicros === '' ? null : BigInt(sinceMicros),
      }
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

function noCursor() {
  const detail = 'This is no cursor of this list; begin again without one'
  return fieldRefusal('validation_failed', ['cursor'], detail)
}
