/** A well-formed call that cannot be carried out now; the message says why, and what to do. */
export class CallRefused extends Error {
  override readonly name = 'CallRefused'
}
