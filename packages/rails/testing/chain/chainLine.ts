import { once } from 'node:events'
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import * as z from 'zod/mini'

/** A fault of the line for one call to the node. */
export type LineFault =
  /** The connection breaks before the node gets the call. */
  | 'cut_before'
  /** The node handles the call, and the connection breaks before the answer. */
  | 'cut_after'
  /** The node handles the call, and its answer never arrives. */
  | 'hangs'
  /** The answer is replaced by another in hexadecimal digits, or by null. */
  | { readonly answers: string | null }
  /** The node refuses with an error, such as a limit on the size of an answer. */
  | {
      readonly refuses: string
      readonly code?: number
      readonly status?: number
      readonly retryAfter?: string
    }
  /** A proxy in front of the node answers with a page. */
  | { readonly page: string; readonly status: number; readonly retryAfter?: string }

export type ChainLine = Awaited<ReturnType<typeof openChainLine>>

const Call = z.object({ id: z.number(), method: z.string(), params: z.optional(z.array(z.unknown())) })

const JSON_TYPE = { 'Content-Type': 'application/json' }

/** Answers a call with a fault. -32005 is the code for a request above the node's limit (EIP-1474). */
function say(outgoing: ServerResponse, id: number, fault: Exclude<LineFault, string>): void {
  const json = (said: object) => JSON.stringify({ jsonrpc: '2.0', id, ...said })
  if ('answers' in fault) {
    outgoing.writeHead(200, JSON_TYPE).end(json({ result: fault.answers }))
    return
  }
  const { status = 200, retryAfter } = fault
  const later = retryAfter === undefined ? {} : { 'Retry-After': retryAfter }
  if ('page' in fault) outgoing.writeHead(status, { 'Content-Type': 'text/html', ...later }).end(fault.page)
  else {
    const error = { code: fault.code ?? -32_005, message: fault.refuses }
    outgoing.writeHead(status, { ...JSON_TYPE, ...later }).end(json({ error }))
  }
}

/** A proxy to a node, for tests. It can fail calls in chosen ways, and switch to another node. */
export async function openChainLine(node: string) {
  let target = node
  let faultOf: (method: string, params: readonly unknown[]) => LineFault | undefined = () => undefined
  let before: ((method: string, params: readonly unknown[]) => Promise<unknown>) | undefined
  /** Calls that the node has not answered yet. */
  const atNode = new Set<Promise<unknown>>()
  let turn: Promise<unknown> = Promise.resolve()
  const agent = new Agent({ keepAlive: true })
  const server = createServer((incoming, outgoing) => {
    carry(incoming, outgoing).catch(() => outgoing.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  async function carry(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await text(incoming)
    const { id, method, params = [] } = Call.parse(JSON.parse(body))
    await inTurn(method, params)
    const fault = faultOf(method, params)
    if (fault === 'cut_before') return void outgoing.destroy()
    const answer = await ask(body)
    if (fault === 'cut_after') return void outgoing.destroy()
    if (fault === 'hangs') return
    if (fault) say(outgoing, id, fault)
    else outgoing.writeHead(200, JSON_TYPE).end(answer)
  }

  /**
   * Runs the test's work before a call, while the node answers no other call: a node whose blocks are removed while it
   * reads them crashes.
   */
  function inTurn(method: string, params: readonly unknown[]): Promise<unknown> {
    const work = before
    if (!work) return Promise.resolve()
    const own = turn.then(() => Promise.allSettled(atNode)).then(() => work(method, params))
    turn = own.catch(() => {})
    return own
  }

  function ask(body: string): Promise<string> {
    const answer = answerOf(body)
    atNode.add(answer)
    return answer.finally(() => atNode.delete(answer))
  }

  // A test makes thousands of calls, and fetch costs more for each than the node does.
  async function answerOf(body: string): Promise<string> {
    const asked = request(target, { method: 'POST', headers: JSON_TYPE, agent })
    asked.end(body)
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    return text(answer)
  }

  return {
    url: `http://127.0.0.1:${port}`,
    /** Sets the fault of each later call; without an argument, none. */
    meets: (fault: typeof faultOf = () => undefined) => void (faultOf = fault),
    /** Sets the work before each later call; without an argument, none. */
    onCall: (work?: typeof before) => void (before = work),
    /** Sends later calls to another node. */
    leadsTo: (url: string) => void (target = url),
    async close(): Promise<void> {
      agent.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
