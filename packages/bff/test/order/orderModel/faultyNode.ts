import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

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
      const { hostname, port } = new URL(target)
      const callers = new Set<Socket>()
      const server = createServer({ noDelay: true }, (caller) => {
        callers.add(caller)
        caller.once('close', () => callers.delete(caller))
        carry(caller, connect({ host: hostname, port: Number(port), noDelay: true }), node)
      })
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      const address = server.address() as AddressInfo
      return {
        url: `http://127.0.0.1:${address.port}`,
        async close() {
          for (const caller of callers) caller.destroy()
          server.close()
          await once(server, 'close')
        },
      }
    },
  }
  return node
}

/**
 * Carries what a caller and the node say to each other as it comes: reading calls and writing them anew took more than
 * the node's own work. A call that is lost takes its connection with it.
 */
function carry(caller: Socket, called: Socket, node: FaultyNode): void {
  let isAnswerLost = false
  const cut = () => {
    caller.destroy()
    called.destroy()
  }
  caller.on('data', (bytes) => {
    const fault = bytes.includes('eth_sendRawTransaction') || node.fault === 'away' ? node.fault : undefined
    if (fault === 'away' || fault === 'lost_before') return cut()
    isAnswerLost ||= fault === 'lost_after'
    called.write(bytes)
  })
  called.on('data', (bytes) => {
    if (isAnswerLost) cut()
    else caller.write(bytes)
  })
  for (const socket of [caller, called]) socket.on('error', cut).on('close', cut)
}
