import { codeInWords } from '@cambio/server/postgres/codeInWords.ts'
import { openDatabase, type Query } from '@cambio/server/postgres/Database.ts'
import { DatabaseAway } from '@cambio/server/postgres/DatabaseAway.ts'
import type { ExchangeEnvironment } from '../../program/environment.ts'
import { schema } from '../../store/openStore.ts'
import { good, warning, type Finding } from './Finding.ts'

const CHECK = 'standby'
/** A standby that is further behind the primary than this follows it badly, or not at all; bytes. */
const MOST_BEHIND = 16n * 1_024n * 1_024n

/** Whether lists and reports can be read on the standby that is set for them. Nothing is asked where none is. */
export async function examineStandby(
  { DATABASE_READ_URL: url }: Pick<ExchangeEnvironment, 'DATABASE_READ_URL'>,
  query: Query,
): Promise<Finding[]> {
  if (url === undefined) return []
  const [primary] = await query<{ lsn: string }>({
    name: 'doctor_primary_place',
    text: 'select pg_current_wal_flush_lsn()::text as lsn',
    values: [],
  })
  const standby = openDatabase({ url, schema, max: 1 })
  try {
    const [found] = await standby.query<Found>({
      name: 'doctor_standby_place',
      text: `select pg_is_in_recovery() as is_standby,
        pg_wal_lsn_diff($1::pg_lsn, pg_last_wal_replay_lsn())::int8 as bytes_behind`,
      values: [primary?.lsn],
    })
    return [findingOf(found)]
  } catch (error) {
    if (!(error instanceof DatabaseAway)) throw error
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

type Found = { readonly is_standby: boolean; readonly bytes_behind: bigint | null }

function findingOf(found: Found | undefined): Finding {
  if (found?.is_standby !== true || found.bytes_behind === null)
    return warning(
      CHECK,
      'The server at DATABASE_READ_URL is no standby: lists and reports are read on the primary.',
      'Point DATABASE_READ_URL at a standby that streams from the primary.',
    )
  if (found.bytes_behind > MOST_BEHIND)
    return warning(
      CHECK,
      `The standby at DATABASE_READ_URL is ${found.bytes_behind} bytes behind: lists and reports are read on the primary.`,
      'See in the standby’s log whether it streams, and whether a long query holds its replay up.',
    )
  return good(CHECK, 'The standby at DATABASE_READ_URL follows the primary.')
}
