import { answerCall, type Answer } from '@cambio/server/cli/answerCall.ts'
import { expect } from 'vitest'
import { partitionCommands } from '../../src/cli/partitions/partitionCommands.ts'
import { schema } from '../../src/store/openStore.ts'
import { createBody, createPath } from '../order/createOrder.ts'
import { openRig, type Rig } from '../rig.ts'

export type PartitionRig = Awaited<ReturnType<typeof openPartitionRig>>

/** A rig on a database of its own, whose owner can divide its tables. */
export async function openPartitionRig() {
  let ownerUrl = ''
  const rig = await openRig({}, {}, (url) => {
    const owner = new URL(url)
    owner.searchParams.delete('options')
    ownerUrl = owner.href
    return Promise.resolve(url)
  })
  const line = { program: 'cambio', about: 'Keeps the installation.', commands: partitionCommands }
  return {
    rig,
    ownerUrl,
    /** Calls a command on the partitions, as an operator called ada. */
    call: (words: readonly string[], progress: (sentence: string) => void = () => {}): Promise<Answer> => {
      const { clock, random } = rig.exchange
      return answerCall(line, words, (work) =>
        work({ url: ownerUrl, schema, clock, random, operator: 'ada', progress }),
      )
    },
  }
}

/** The session of whoever works on the partitions: what follows the columns of a query. */
export const partitionWorker = `
  from pg_locks l join pg_stat_activity a using (pid)
  where l.locktype = 'advisory' and (l.classid::int8 << 32) | l.objid::int8 = hashtextextended('partitions', 0)
    and a.datname = current_database()`

/** Places an order and reads it, again and again, until it is ended. */
export function orderTraffic(rig: Rig) {
  const over = new AbortController()
  const answers: string[] = []
  const tookMs: number[] = []
  const run = async () => {
    while (!over.signal.aborted) {
      const name = `order-${answers.length}`
      const since = performance.now()
      const placed = await rig.partner('POST', createPath, createBody(name))
      const read = await rig.partner('GET', `/api/v2/partner/order/${name}`)
      tookMs.push(performance.now() - since)
      answers.push(`${placed.status} ${read.status} ${String(read.at('status_log.0.status'))}`)
      await rig.exchange.requestLog.flush()
    }
  }
  const running = run()
  return {
    /** How long each order took to be placed and read, milliseconds. */
    tookMs,
    count: () => answers.length,
    async passes(more: number): Promise<void> {
      const until = answers.length + more
      await expect.poll(() => answers.length).toBeGreaterThan(until)
    },
    /** @returns every answer that there was, once */
    async end(): Promise<string[]> {
      over.abort()
      await running
      return [...new Set(answers)]
    },
  }
}
