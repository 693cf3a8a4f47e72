/** A call with wrong syntax; the message says what is wrong. The usage is printed beside it. */
export class BadCall extends Error {
  override readonly name = 'BadCall'
}
