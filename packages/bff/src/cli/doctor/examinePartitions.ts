import { bad, good, warning, type Finding } from '@cambio/server/doctor/Finding.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import { openConversions, partitionEnds } from '../../store/partitions/readPartitions.ts'
import { undividedArchives } from '../../store/partitions/restoredMonths.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
/** A running exchange makes partitions more than two months ahead. */
const LEAST_AHEAD_MS = 32 * DAY_MS

/**
 * Examines whether partitioned tables have their next partitions, whether a conversion was interrupted, and whether a restore has
 * left tables plain that were divided.
 */
export async function examinePartitions({ query, now }: { query: Query; now: Date }): Promise<Finding[]> {
  const ends = await partitionEnds(query)
  const late = ends.filter(({ until }) => until.getTime() - now.getTime() < LEAST_AHEAD_MS)
  const open = await openConversions(query)
  const restored = await undividedArchives(query)
  const whole = ends.length > 0 && late.length === 0
  return [
    ...(whole ? [good('partitions', 'Every divided table has its next partitions.')] : []),
    ...late.map(({ table, until }) =>
      bad(
        'partitions',
        `${table} takes no row of ${until.toISOString().slice(0, 10)} or later: orders will fail then.`,
        'Run “partitions ahead”, and see in the exchange’s log why it did not make them itself.',
      ),
    ),
    ...open.map(({ table, until }) =>
      warning(
        'partitions',
        `The conversion of ${table} was broken off; it takes no row of ${until.toISOString().slice(0, 10)} or later.`,
        'Run “partitions convert” to end it. A running exchange calls it off a week before that day.',
      ),
    ),
    ...restored.map((table) =>
      warning(
        'partitions',
        `Months of ${table} are archived, and it is not divided: it was restored from a back-up.`,
        'Run “partitions convert” to divide it again.',
      ),
    ),
  ]
}
