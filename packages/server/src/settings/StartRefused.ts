/** A program that cannot start. The message is one sentence for the person who started it, and says what to do. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused'
}
