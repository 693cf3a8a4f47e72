import { DatabaseError } from 'pg'

/**
 * Whether a prepared statement returns different columns since a migration. The server reports that before it does
 * anything, and at each try on that connection; its message is in the server's language.
 */
export function isOutdated(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
}
