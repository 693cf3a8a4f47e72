import { DatabaseError } from 'pg'
import { StartRefused } from '../../settings/StartRefused.ts'

/** The SQLSTATE by which the database refuses a program that does not know its layout. */
const UNKNOWN_LAYOUT = 'CL001'

/** Whether the database refused a process, or a layout, since a program does not know that layout. */
export function isUnknownLayout(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === UNKNOWN_LAYOUT
}

/** The checksum of an applied migration, without the layouts that may stand behind it. */
export function checksumOf(stored: string): string {
  return stored.split(' ')[0] ?? stored
}

/**
 * Refuses a database that has a layout of its tables which this program does not know.
 * @param stored the checksums of applied migrations, with layouts behind them
 * @throws StartRefused
 */
export function checkLayouts(
  stored: Iterable<string>,
  { schema, layouts }: { schema: string; layouts: readonly string[] },
): void {
  const here = [...stored].flatMap((checksum) => checksum.split(' ').slice(1))
  const unknown = here.filter((layout) => !layouts.includes(layout))
  if (unknown.length > 0)
    throw new StartRefused(
      `The schema ${schema} is of a later version: this one does not know ${unknown.join(', ')}. Start the version that ran last, or a later one.`,
    )
}
