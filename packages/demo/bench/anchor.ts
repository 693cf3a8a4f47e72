import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { Client } from 'pg'

/** Of pgbench: a branch has ten tellers and a hundred thousand accounts. */
const SCALE = 10
const SECONDS = 3

/**
 * Makes the tables that pgbench makes, in a database of their own. Transactions on them, of four writes and one read,
 * say what this machine's disk and PostgreSQL give at this moment, whatever becomes of our own code.
 */
export async function makeAnchor(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`
      create table pgbench_branches (bid int4 primary key, bbalance int4, filler char(88)) with (fillfactor = 100);
      create table pgbench_tellers (tid int4 primary key, bid int4, tbalance int4, filler char(84))
        with (fillfactor = 100);
      create table pgbench_accounts (aid int4 primary key, bid int4, abalance int4, filler char(84))
        with (fillfactor = 100);
      create table pgbench_history (tid int4, bid int4, aid int4, delta int4, mtime timestamp, filler char(22));
      insert into pgbench_branches select n, 0, '' from generate_series(1, ${SCALE}) n;
      insert into pgbench_tellers select n, (n - 1) / 10 + 1, 0, '' from generate_series(1, ${SCALE * 10}) n;
      insert into pgbench_accounts select n, (n - 1) / 100000 + 1, 0, '' from generate_series(1, ${SCALE * 100_000}) n;`)
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

/** Transactions a second by pgbench itself, so that the anchor can be compared with it; undefined where it is not there. */
export async function pgbenchRate(url: string, callers: number): Promise<number | undefined> {
  const options = ['-n', '-M', 'prepared', '-c', String(callers), '-j', '2', '-T', String(SECONDS)]
  const output = await promisify(execFile)('pgbench', [...options, url]).then(
    ({ stdout }) => stdout,
    () => '',
  )
  const rate = /^tps = ([\d.]+)/m.exec(output)?.[1]
  return rate === undefined ? undefined : Number(rate)
}
