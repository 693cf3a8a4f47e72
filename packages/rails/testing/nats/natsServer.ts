import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { freePort } from '@cambio/server/freePort.ts'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect, type ConnectionOptions } from '@nats-io/transport-node'

const PATHS = ['/usr/sbin/nats-server', '/usr/bin/nats-server', '/usr/local/bin/nats-server']
const LOOK_AGAIN_MS = 50

/** A message of a stream. */
export type StoredMessage = { readonly subject: string; readonly id: string; readonly text: string }

export type NatsServer = Awaited<ReturnType<typeof startNatsServer>>

/**
 * Starts a NATS server with JetStream and a folder of its own, on this machine alone.
 * @param words further words of its command line, such as a login
 * @throws Error that names the Debian package where the program is missing
 */
export async function startNatsServer({
  words = [],
  options = {},
}: { words?: readonly string[]; options?: ConnectionOptions } = {}) {
  const program = PATHS.find((path) => existsSync(path))
  if (program === undefined) throw new Error('nats-server is missing: run "apt-get install nats-server".')
  const folder = await mkdtemp(join(tmpdir(), 'cambio-nats-'))
  const host = `localhost:${await freePort(0)}`
  const [address = '', port = ''] = host.split(':')
  const command = ['--addr', address, '--port', port, '--jetstream', '--store_dir', folder, ...words]
  let server: ChildProcess

  const connected = () => connect({ servers: host, timeout: 2_000, reconnect: false, ...options })

  async function start(): Promise<void> {
    server = spawn(program ?? '', command, { stdio: 'ignore' })
    for (;;) {
      const connection = await connected().catch(() => undefined)
      if (connection) return connection.close()
      if (server.exitCode !== null) throw new Error(`nats-server ended with ${server.exitCode}`)
      await after(LOOK_AGAIN_MS)
    }
  }

  async function end(): Promise<void> {
    if (server.exitCode !== null || server.signalCode !== null) return
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGKILL')
    await ended
  }

  async function managed<Result>(
    work: (manager: Awaited<ReturnType<typeof jetstreamManager>>) => Promise<Result>,
  ): Promise<Result> {
    const connection = await connected()
    try {
      return await work(await jetstreamManager(connection))
    } finally {
      await connection.close()
    }
  }

  await start()
  return {
    host,
    folder,
    managed,
    /** Ends it as a power cut would. */
    kill: end,
    start,
    /** Has it stand still, with its connections open, and go on. */
    freeze: () => server.kill('SIGSTOP'),
    thaw: () => server.kill('SIGCONT'),
    /** All that a stream has, in its order; nothing where there is no such stream. */
    messages: (stream: string) =>
      managed(async (manager): Promise<StoredMessage[]> => {
        const info = await manager.streams.info(stream).catch(() => undefined)
        const messages: StoredMessage[] = []
        for (let seq = info?.state.first_seq ?? 1; seq <= (info?.state.last_seq ?? 0); seq++) {
          const kept = await manager.streams.getMessage(stream, { seq })
          if (kept)
            messages.push({ subject: kept.subject, id: kept.header.get('Nats-Msg-Id'), text: kept.string() })
        }
        return messages
      }),
    async close(): Promise<void> {
      server.kill('SIGCONT')
      await end()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
