import type { Availability } from '../postgres/availability.ts'
import type { Database } from '../postgres/Database.ts'

/** Whether a program's database accepts writes, which a full one or a standby does not. */
export type Readiness = {
  readonly isWritable: () => Promise<boolean>
  readonly close: () => void
}

const ANSWER_MS = 2_000
/** How long an answer is valid, milliseconds: frequent callers cause no more writes. */
const FRESH_MS = 500
const LOOK_EVERY_MS = 1_000
/** Large enough to need a page of its own, and not compressible. */
const FILLING_BYTES = 8_000

/** Writes when asked, and repeatedly while the database refuses writes. */
export function readiness(database: Database, watch: Availability): Readiness {
  let last: { readonly at: number; readonly answer: Promise<boolean> } | undefined
  const looking = setInterval(() => {
    if (watch.isRefusing) void isWritable()
  }, LOOK_EVERY_MS).unref()

  function isWritable(): Promise<boolean> {
    if (last === undefined || performance.now() - last.at > FRESH_MS)
      last = { at: performance.now(), answer: inTime(write()) }
    return last.answer
  }

  async function write(): Promise<boolean> {
    try {
      await database.query({ name: 'readiness_write', text: WRITE, values: [FILLING_BYTES / 16] })
      watch.wrote()
      return true
    } catch {
      return false
    }
  }

  return { isWritable, close: () => clearInterval(looking) }
}

const WRITE = `
  with over as (delete from readiness)
  insert into readiness (filling)
  select decode(string_agg(md5(random()::text), ''), 'hex') from generate_series(1, $1::int)`

async function inTime(answer: Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, ANSWER_MS, false)
  })
  const first = await Promise.race([answer, late])
  clearTimeout(timer)
  return first
}
