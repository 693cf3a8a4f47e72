import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { ClientWithSocket } from '../../src/postgres/ClientWithSocket.ts'

/** A pooler in transaction mode. */
export type Pooler = { readonly url: string; close(): Promise<void> }

const SESSIONS = 6
const SSL_REQUEST = 80_877_103
const STARTUP_HEAD = 8
const MESSAGE_HEAD = 5

/**
 * Opens a pooler in front of a database, as strict as one can be: it refuses start-up options, and gives each
 * transaction another session of the server than the one before, so that nothing lives on from one to the next.
 */
export async function openPooler(databaseUrl: string): Promise<Pooler> {
  const free: Socket[] = await Promise.all(Array.from({ length: SESSIONS }, () => openSession(databaseUrl)))
  const all = [...free]
  const waiting: ((session: Socket) => void)[] = []
  const clients = new Set<Socket>()

  const take = () =>
    new Promise<Socket>((resolve) => {
      const session = free.shift()
      if (session) resolve(session)
      else waiting.push(resolve)
    })
  const give = (session: Socket) => {
    const next = waiting.shift()
    if (next) next(session)
    else free.push(session)
  }

  const server = createServer((client) => {
    clients.add(client)
    client.on('error', () => client.destroy()).on('close', () => clients.delete(client))
    let isStarted = false
    let unread: Buffer = Buffer.alloc(0)
    let session: Promise<Socket> | undefined
    client.on('data', (data) => {
      unread = Buffer.concat([unread, data])
      if (!isStarted) {
        if (unread.length < STARTUP_HEAD || unread.length < unread.readUInt32BE(0)) return
        const startup = unread.subarray(0, unread.readUInt32BE(0))
        unread = unread.subarray(startup.length)
        if (startup.readUInt32BE(4) === SSL_REQUEST) return void client.write('N')
        if (startup.includes('options\0'))
          return void client.end(refusal('unsupported startup parameter: options'))
        isStarted = true
        client.write(Buffer.concat([message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))]))
      }
      const whole = wholeMessages(unread)
      if (whole.length === 0) return
      unread = unread.subarray(whole.length)
      if (whole[0] === 'X'.charCodeAt(0)) return void client.destroy()
      session ??= take().then((taken) => {
        pass(taken, client, () => {
          session = undefined
          give(taken)
        })
        return taken
      })
      void session.then((taken) => taken.write(whole))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.searchParams.delete('host')
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    async close() {
      server.close()
      for (const socket of [...clients, ...all]) socket.destroy()
      await once(server, 'close')
    },
  }
}

/** A session of the server that has logged in; from there on its bytes are ours. */
async function openSession(url: string): Promise<Socket> {
  const client = new ClientWithSocket({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  client.socket.removeAllListeners('data')
  return client.socket
}

/** Hands on what the server says until its transaction is over. */
function pass(session: Socket, client: Socket, onEnd: () => void): void {
  let unread: Buffer = Buffer.alloc(0)
  const onData = (data: Buffer) => {
    client.write(data)
    unread = Buffer.concat([unread, data])
    const whole = wholeMessages(unread)
    unread = unread.subarray(whole.length)
    // ReadyForQuery, idle, is six bytes and the last that comes.
    const last = whole.subarray(-MESSAGE_HEAD - 1)
    if (last.toString('latin1') !== 'Z\0\0\0\u0005I') return
    session.off('data', onData)
    onEnd()
  }
  session.on('data', onData)
}

function wholeMessages(bytes: Buffer): Buffer {
  let length = 0
  while (bytes.length >= length + MESSAGE_HEAD) {
    const next = length + 1 + bytes.readUInt32BE(length + 1)
    if (next > bytes.length) break
    length = next
  }
  return bytes.subarray(0, length)
}

function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(MESSAGE_HEAD)
  head.write(type)
  head.writeUInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

function refusal(text: string): Buffer {
  return message('E', Buffer.from(`SFATAL\0C08P01\0M${text}\0\0`))
}
