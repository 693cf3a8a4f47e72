/** Why a file is no statement that can be imported, in a sentence. */
export class StatementUnreadable extends Error {
  override readonly name = 'StatementUnreadable'
}
