/** A call that is written well and cannot be carried out as things are; the message says why, and what to do. */
export class CallRefused extends Error {
  override readonly name = 'CallRefused'
}
