import { randomInt } from 'node:crypto'
import process from 'node:process'
import { Client } from 'pg'

/*
 * Drives the anchor's transactions, by pg alone, from a process that does nothing else: each changes an account, a
 * teller and a branch and adds a line of history, as pgbench does.
 */

const [, , url = '', most = '32'] = process.argv
const clients = await Promise.all(
  Array.from({ length: Number(most) }, async () => {
    const client = new Client({ connectionString: url })
    await client.connect()
    return client
  }),
)

async function transact(client: Client): Promise<void> {
  const [account, teller, branch] = [randomInt(1_000_000) + 1, randomInt(100) + 1, randomInt(10) + 1]
  const delta = randomInt(10_000) - 5_000
  const run = (name: string, text: string, values: number[]) => client.query({ name, text, values })
  await client.query('begin')
  await run('a', 'update pgbench_accounts set abalance = abalance + $1 where aid = $2', [delta, account])
  await run('s', 'select abalance from pgbench_accounts where aid = $1', [account])
  await run('t', 'update pgbench_tellers set tbalance = tbalance + $1 where tid = $2', [delta, teller])
  await run('b', 'update pgbench_branches set bbalance = bbalance + $1 where bid = $2', [delta, branch])
  await run('h', 'insert into pgbench_history (tid, bid, aid, delta, mtime) values ($1, $2, $3, $4, now())', [
    teller,
    branch,
    account,
    delta,
  ])
  await client.query('commit')
}

/** Transacts for that long with that many at once, and says how many a second were committed. */
async function transactFor({ callers, ms }: { callers: number; ms: number }): Promise<void> {
  const started = performance.now()
  let done = 0
  await Promise.all(
    clients.slice(0, callers).map(async (client) => {
      while (performance.now() - started < ms) {
        await transact(client)
        done += 1
      }
    }),
  )
  process.send?.(done / ((performance.now() - started) / 1_000))
}
process.on('message', (request: { callers: number; ms: number }) => void transactFor(request))
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.send?.('ready')
