import { Client, escapeIdentifier, type ClientConfig } from 'pg'

/** One direct connection that hears all channels a program listens to, and speaks for it. */
export type Listener = {
  listen(channel: string, heard: (payload: string) => void): Promise<() => Promise<void>>
  /** Notifies a channel's listeners, soon. Calls that come while a notification still waits to go out are one with it. */
  notify(channel: string): void
  close(): Promise<void>
}

const PROBE_MS = 5_000
const RETRY_MS = 500

/**
 * A connection for notifications, opened by the first `listen`. It runs a statement every five seconds, since a
 * server that vanished looks like one that has no notification, and is made again whenever it is lost or could not
 * be made.
 */
export function listener(config: ClientConfig): Listener {
  const ears = new Map<string, Set<(payload: string) => void>>()
  const waiting = new Set<string>()
  let client: Client | undefined
  let connecting: Promise<void> | undefined
  let probe: NodeJS.Timeout | undefined
  let retry: NodeJS.Timeout | undefined
  let running: Promise<unknown> = Promise.resolve()
  let closed = false

  /** A connection takes one statement at a time, and whoever listens does not know of the others. */
  function run(to: Client, text: string): Promise<unknown> {
    const answer = running.then(() => to.query(text))
    running = answer.catch(() => {})
    return answer
  }

  /** Without a connection nobody is told: whoever listens also polls. */
  async function tellOthers(channel: string): Promise<void> {
    const to = client
    const turn = running.then(() => void waiting.delete(channel))
    running = turn
    await turn
    if (to) await run(to, `notify ${escapeIdentifier(channel)}`).catch(() => {})
  }

  /** Makes the connection, or plans the next attempt. Never throws: whoever listens also polls. */
  async function connect(): Promise<void> {
    const fresh = new Client({ ...config, query_timeout: PROBE_MS })
    const lost = () => {
      if (client === fresh) client = undefined
      fresh.end().catch(() => {})
      later()
    }
    fresh.on('error', lost)
    fresh.on('end', () => client === fresh && lost())
    fresh.on('notification', ({ channel, payload = '' }) => tell(ears.get(channel), payload))
    try {
      await fresh.connect()
      for (const channel of ears.keys()) await run(fresh, `listen ${escapeIdentifier(channel)}`)
    } catch {
      return lost()
    }
    client = fresh
    clearInterval(probe)
    probe = setInterval(() => void run(fresh, 'select 1').catch(lost), PROBE_MS)
    probe.unref()
  }

  function later(): void {
    if (closed || retry !== undefined) return
    retry = setTimeout(() => {
      retry = undefined
      connecting = connect().then(tellAll)
    }, RETRY_MS)
    retry.unref()
  }

  /** Whoever listened before a loss may have missed something, and is told so by an empty payload. */
  function tellAll(): void {
    if (client !== undefined) for (const hearing of ears.values()) tell(hearing, '')
  }

  return {
    async listen(channel, heard) {
      const hearing = ears.get(channel) ?? new Set()
      const isNew = !ears.has(channel)
      ears.set(channel, hearing.add(heard))
      connecting ??= connect()
      await connecting
      // A failure here is the loss of the connection, and the next one listens to all channels.
      if (isNew && client) await run(client, `listen ${escapeIdentifier(channel)}`).catch(() => {})
      return async () => {
        hearing.delete(heard)
      }
    },
    notify(channel) {
      if (closed || waiting.has(channel)) return
      waiting.add(channel)
      connecting ??= connect()
      void connecting.then(() => tellOthers(channel))
    },
    async close() {
      closed = true
      clearTimeout(retry)
      await connecting
      await running
      clearInterval(probe)
      const last = client
      client = undefined
      await last?.end()
    },
  }
}

function tell(hearing: ReadonlySet<(payload: string) => void> | undefined, payload: string): void {
  for (const heard of hearing ?? []) heard(payload)
}
