import { readdir, readFile } from 'node:fs/promises'
import { Client } from 'pg'

/** The kernel counts in hundredths of a second. */
const TICK_MS = 10

/** Milliseconds of processor time that a process has used. */
export async function processorMs(pid: number): Promise<number> {
  const { own } = await timesOf(pid)
  return own
}

/** Milliseconds that a PostgreSQL server has used, with all its processes, also those that have ended. */
export async function serverMs(postmaster: number): Promise<number> {
  const { own, ended } = await timesOf(postmaster)
  const running = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const times = await Promise.all(running.map((pid) => timesOf(pid).catch(() => undefined)))
  const children = times.filter((time) => time?.parent === postmaster)
  return children.reduce((sum, time) => sum + (time?.own ?? 0), own + ended)
}

/** The process that a PostgreSQL server began as. */
export async function postmasterOf(superuserUrl: string): Promise<number> {
  const client = new Client({ connectionString: superuserUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ file: string }>("select pg_read_file('postmaster.pid') as file")
    return Number.parseInt(rows[0]?.file ?? '', 10)
  } finally {
    await client.end()
  }
}

/** Milliseconds that all processes of this machine have used since it started, summed over its processors. */
export async function machineMs(): Promise<number> {
  const [first = ''] = (await readFile('/proc/stat', 'utf8')).split('\n', 1)
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = first.split(/ +/).slice(1).map(Number)
  return (user + nice + system + irq + softirq) * TICK_MS
}

async function timesOf(pid: number): Promise<{ parent: number; own: number; ended: number }> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  // What stands before the last bracket is the program's name, which may hold anything.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const at = (place: number) => fields[place - 3] ?? 0
  return { parent: at(4), own: (at(14) + at(15)) * TICK_MS, ended: (at(16) + at(17)) * TICK_MS }
}
