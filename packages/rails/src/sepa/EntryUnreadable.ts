/** Why one entry of a statement cannot be imported, in a sentence. The other entries of its file can. */
export class EntryUnreadable extends Error {
  override readonly name = 'EntryUnreadable'
}
