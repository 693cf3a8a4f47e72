/** A call that cannot be carried out; the message says what is wrong with it and what to do. */
export class BadCall extends Error {
  override readonly name = 'BadCall'
}
