import { randomUUID } from 'node:crypto'
import { schema } from '@cambio/bff/store/openStore.ts'
import { openDatabase } from '@cambio/server/postgres/Database.ts'
import { postJournals } from '@cambio/server/postgres/Ledger.ts'
import { purchaseBooks } from '../purchaseBooks.ts'

/*
 * Writes the books of purchases, and nothing else of them, from a process that does nothing else: nobody can write more
 * of them in a second.
 */

const [, , url = ''] = process.argv
const database = openDatabase({ url, schema, max: 16, plansOnce: true })

/** Writes for that long with that many at once, and says how many purchases were written. */
async function writeFor({ connections, ms }: { connections: number; ms: number }): Promise<void> {
  const started = performance.now()
  let written = 0
  const workers = Array.from({ length: connections }, async () => {
    while (performance.now() - started < ms) {
      for (const journal of purchaseBooks(randomUUID()))
        await postJournals(database.query, [journal], new Date())
      written += 1
    }
  })
  await Promise.all(workers)
  process.send?.(written)
}
process.on('message', (request: { connections: number; ms: number }) => void writeFor(request))
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.send?.('ready')
