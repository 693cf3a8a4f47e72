import { DatabaseError } from 'pg'

/**
 * Whether a statement that a connection has prepared gives other columns since a migration. The server says so before it
 * does anything, and again at each try on that connection; the text of its message is in the server's language.
 */
export function isOutdated(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
}
