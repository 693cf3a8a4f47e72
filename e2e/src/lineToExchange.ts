import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { addresses } from './addresses.ts'

/** A line to the exchange, which ends as one does whose exchange dies. */
export type Line = {
  /** The exchange's address by this line. */
  readonly url: string
  /** Ends each connection, and accepts no other. */
  cut(): Promise<void>
  mend(): Promise<void>
}

/** Opens a line of a test's own to the exchange of all tests. */
export async function lineToExchange(): Promise<Line> {
  const exchange = new URL(addresses.exchange)
  const open = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(exchange.port), exchange.hostname)
    const end = () => {
      for (const socket of [near, far]) {
        socket.destroy()
        open.delete(socket)
      }
    }
    for (const socket of [near, far]) {
      open.add(socket)
      socket.on('error', end).on('close', end)
    }
    near.pipe(far).pipe(near)
  })
  const listen = async (port: number) => {
    await once(server.listen(port, 'localhost'), 'listening')
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}`,
    async cut() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of open) socket.destroy()
      await closed
    },
    mend: () => listen(port),
  }
}
