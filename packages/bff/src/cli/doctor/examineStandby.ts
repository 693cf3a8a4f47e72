import { good, warning, type Finding } from '@cambio/server/doctor/Finding.ts'
import { codeInWords } from '@cambio/server/postgres/codeInWords.ts'
import { openDatabase, type Query } from '@cambio/server/postgres/Database.ts'
import { DatabaseUnavailable } from '@cambio/server/postgres/DatabaseUnavailable.ts'
import type { ExchangeEnvironment } from '../../program/environment.ts'
import { schema } from '../../store/openStore.ts'
import { standbyServer, type StandbyServer } from '../../store/read/standbyServer.ts'

const CHECK = 'standby'
/** How far a healthy standby may be behind the primary, bytes. */
const MOST_BEHIND = 16n * 1_024n * 1_024n

/** Examines whether lists and reports can be read on their standby. Without DATABASE_READ_URL, nothing is examined. */
export async function examineStandby(
  { DATABASE_READ_URL: url }: Pick<ExchangeEnvironment, 'DATABASE_READ_URL'>,
  query: Query,
): Promise<Finding[]> {
  if (url === undefined) return []
  const standby = openDatabase({ url, schema, max: 1 })
  try {
    return [findingOf(await standbyServer(query, standby.query))]
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error
    return [
      warning(
        CHECK,
        `The server at DATABASE_READ_URL does not answer (${codeInWords(error.code)}): lists and reports are read on the primary.`,
        'Start the standby, or point DATABASE_READ_URL at one that runs.',
      ),
    ]
  } finally {
    await standby.close()
  }
}

function findingOf({ is_standby: isStandby, bytes_behind: behind }: StandbyServer): Finding {
  if (!isStandby || behind === null)
    return warning(
      CHECK,
      'The server at DATABASE_READ_URL is not a standby: lists and reports are read on the primary.',
      'Point DATABASE_READ_URL at a standby that streams from the primary.',
    )
  if (behind > MOST_BEHIND)
    return warning(
      CHECK,
      `The standby at DATABASE_READ_URL is ${behind} bytes behind: lists and reports are read on the primary.`,
      'See in the standby’s log whether it streams, and whether a long query blocks its replay.',
    )
  return good(CHECK, 'The standby at DATABASE_READ_URL follows the primary.')
}
