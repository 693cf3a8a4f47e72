import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { createServer } from 'node:tls'
import { localhostCertificate } from '@cambio/rails/mail/localhostCertificate.ts'

/** An https address in front of a program that speaks http, as a proxy of the operator's would be. */
export type TlsFront = {
  readonly url: string
  /** The port that everything goes on to, once it is known. */
  target: number
  close(): Promise<void>
}

export async function openTlsFront(target = 0): Promise<TlsFront> {
  const server = createServer(localhostCertificate, (socket) => {
    const onward = connect(front.target, 'localhost')
    for (const end of [socket, onward])
      end.on('error', () => {
        socket.destroy()
        onward.destroy()
      })
    socket.pipe(onward).pipe(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const front = {
    url: `https://localhost:${port}`,
    target,
    async close() {
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return front
}
