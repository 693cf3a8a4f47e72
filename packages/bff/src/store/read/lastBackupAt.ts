import { BACKUP } from '@cambio/exchange/operator/installation/keepBackup.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'

/** When the command last backed up the databases; undefined where it never did. */
export async function lastBackupAt(query: Query): Promise<Date | undefined> {
  const [row] = await query<{ at: Date }>({
    name: 'read_last_backup',
    text: 'select at from operator_act where act = $1 order by at desc limit 1',
    values: [BACKUP],
  })
  return row?.at
}
