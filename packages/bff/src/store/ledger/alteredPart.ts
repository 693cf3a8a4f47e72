/** A journal that is not as it was sealed: its marks under its seal, and those of its rows; null where they are gone. */
export type AlteredRow = {
  readonly journal_id: string
  readonly sealed: Buffer
  readonly found: Buffer | null
}

const MARK_BYTES = 16

/** Names the first row that was altered. The first mark is the journal's own; the others are its lines'. */
export function alteredPart({ journal_id: id, sealed, found }: AlteredRow): string {
  if (found === null) return id
  const most = Math.max(sealed.length, found.length) / MARK_BYTES
  for (let place = 0; place < most; place++) {
    const [from, to] = [place * MARK_BYTES, (place + 1) * MARK_BYTES]
    if (!sealed.subarray(from, to).equals(found.subarray(from, to)))
      return place === 0 ? id : `${id} line ${place}`
  }
  return id
}
