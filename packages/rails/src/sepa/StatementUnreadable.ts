/** Why a file cannot be imported as a statement, in a sentence. */
export class StatementUnreadable extends Error {
  override readonly name = 'StatementUnreadable'
}
