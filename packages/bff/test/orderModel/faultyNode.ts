import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** What happens to the calls of a node: a transaction is lost before or after the node took it, or nobody answers. */
type NodeFault = 'lost_before' | 'lost_after' | 'away'

/** The line to the chain's node, which can be made bad. */
export type FaultyNode = {
  fault: NodeFault | undefined
  /** Opens the line to a node. @returns the address that it is reached by */
  open(url: string): Promise<{ readonly url: string; close(): Promise<void> }>
}

export function faultyNode(): FaultyNode {
  const node: FaultyNode = {
    fault: undefined,
    async open(target) {
      const server = createServer((incoming, outgoing) => {
        carry(target, incoming, node)
          .then((answer) => (answer === undefined ? outgoing.destroy() : outgoing.end(answer)))
          .catch(() => outgoing.destroy())
      })
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      const { port } = server.address() as AddressInfo
      return {
        url: `http://127.0.0.1:${port}`,
        async close() {
          server.closeAllConnections()
          server.close()
          await once(server, 'close')
        },
      }
    },
  }
  return node
}

/** @returns what the node answered; undefined where nobody hears of it */
async function carry(
  target: string,
  incoming: Parameters<typeof text>[0],
  { fault }: FaultyNode,
): Promise<string | undefined> {
  const body = await text(incoming)
  const meets = body.includes('eth_sendRawTransaction') ? fault : fault === 'away' ? fault : undefined
  if (meets === 'away' || meets === 'lost_before') return undefined
  const headers = { 'Content-Type': 'application/json' }
  const answer = await (await fetch(target, { method: 'POST', headers, body })).text()
  return meets === 'lost_after' ? undefined : answer
}
