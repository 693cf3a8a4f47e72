import { serve } from '@cambio/server/http/serve.ts'
import { silentLog, type Log } from '@cambio/server/log.ts'
import { imbalances } from '@cambio/server/postgres/Ledger.ts'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { upstreamAcquirer } from '../../src/acquirers/upstream/upstreamAcquirer.ts'
import { followUpHash, subjectOf, type Signer } from '../../src/protocol/hash.ts'
import type { Decision } from '../../src/sandbox/pages/PaRes.ts'
import { buyerAt, returnAddress } from '../buyer.ts'
import { merchantId, openRig, password, visa, type Reply } from '../rig.ts'
import { openChaosProxy } from './chaosProxy.ts'

/*
 * Two platforms one behind the other, each on a database of its own: the merchant knows the front one, whose acquirer
 * is the back one, over real HTTP and a line that can be cut.
 */

export type Chain = Awaited<ReturnType<typeof openChain>>

/** Opens a chain for the tests of a file. After each of them the books of both platforms sum to zero. */
export function useChain(take: (opened: Chain) => void): void {
  let chain: Chain
  beforeAll(async () => {
    chain = await openChain()
    take(chain)
  })
  afterEach(async () => {
    expect(await imbalances(chain.front.database.query)).toEqual([])
    expect(await imbalances(chain.back.database.query)).toEqual([])
  })
  afterAll(() => chain.close())
}

export async function openChain(algorithm: Signer['algorithm'] = 'md5') {
  const signer = { password, algorithm }
  const back = await openRig()
  await back.saveMerchant({ captureDelayMs: null, algorithm })
  const serving = await serve(back.app.fetch, { host: '127.0.0.1', port: 0 })
  const line = await openChaosProxy(`http://127.0.0.1:${serving.port}`)
  const account = { url: line.url, clientKey: merchantId, signer }
  const sent: string[] = []
  const log: Log = {
    ...silentLog,
    error: (event, { reason }) => void sent.push(`${event}: ${String(reason)}`),
  }
  const front = await openRig({ acquirer: (deps) => upstreamAcquirer({ ...deps, log }, account) })
  const buyer = buyerAt(async (url, init) => back.app.request(url, init))
  const sendNotice = async (fields: URLSearchParams) =>
    front.app.request('/upstream/upstream/notify', { method: 'POST', body: fields })
  back.answerNotifications(async (_, fields) => {
    const answer = await sendNotice(new URLSearchParams(fields))
    return { status: answer.status, text: await answer.text() }
  })

  async function settle(): Promise<void> {
    await front.settle()
    await back.settle()
    await front.settle()
  }

  return {
    front,
    back,
    line,
    /** What the front platform's log said at the level of an error, with the reason. */
    sent,
    settle,
    /** A notice as the back platform would send it. */
    sendNotice,
    /** Moves both clocks, and lets both do what is due then. */
    async pass(ms: number): Promise<void> {
      front.pass(ms)
      back.pass(ms)
      await settle()
    },
    async statusOf({ body }: Reply): Promise<string> {
      const answer = await front.followUp('GET_TRANS_STATUS', body.trans_id)
      return String(answer.body['status'])
    },
    /** The payment as the back platform has it; undefined when it has none. */
    async behind({ body }: Reply): Promise<{ id: string; status: string; lines: string[] } | undefined> {
      const [row] = await back.owner.query<{ id: string }>({
        name: 'behind',
        text: 'select id from transaction where order_id = $1',
        values: [body.trans_id],
      })
      if (row === undefined) return undefined
      const hash = followUpHash(signer, 'doe@example.com', row.id, subjectOf(visa))
      const { body: details } = await back.followUp('GET_TRANS_DETAILS', row.id, { hash })
      const lines = details['transactions'] as { type: string; status: string; amount: string }[]
      return {
        id: row.id,
        status: String(details['status']),
        lines: lines.map(({ type, status, amount }) => `${type} ${status} ${amount}`),
      }
    },
    /** The buyer decides at the back platform's bank and is sent from there to the front one. */
    async comeBack(sale: Reply, decision: Decision = 'approve'): Promise<void> {
      const page = await buyer.decide(sale, decision)
      await front.app.request(returnAddress(page))
    },
    async close(): Promise<void> {
      await line.close()
      await serving.close()
      await back.close()
      await front.close()
    },
  }
}
