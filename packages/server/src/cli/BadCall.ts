/** A call that is written wrongly; the message says what is wrong with it. How it is written is said beside it. */
export class BadCall extends Error {
  override readonly name = 'BadCall'
}
