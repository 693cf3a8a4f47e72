/** Why one entry of a statement cannot be taken, in a sentence. The others of its file can. */
export class EntryUnreadable extends Error {
  override readonly name = 'EntryUnreadable'
}
