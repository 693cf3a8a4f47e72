import { Client, escapeIdentifier, type ClientConfig } from 'pg'

/** One direct connection that hears all channels a program listens to. */
export type Listener = {
  listen(channel: string, heard: (payload: string) => void): Promise<() => Promise<void>>
  close(): Promise<void>
}

const PROBE_MS = 5_000
const RETRY_MS = 500

/**
 * A connection for notifications, opened by the first `listen`. It is asked something every five seconds, since a
 * peer that vanished without a word looks like one with nothing to say, and is made again whenever it is lost.
 */
export function listener(config: ClientConfig): Listener {
  const ears = new Map<string, Set<(payload: string) => void>>()
  let client: Client | undefined
  let connecting: Promise<void> | undefined
  let probe: NodeJS.Timeout | undefined
  let retry: NodeJS.Timeout | undefined
  let closed = false

  async function connect(): Promise<void> {
    const fresh = new Client({ ...config, query_timeout: PROBE_MS })
    const lost = () => {
      if (client === fresh || client === undefined) again()
      fresh.end().catch(() => {})
    }
    fresh.on('error', lost)
    fresh.on('end', () => client === fresh && again())
    fresh.on('notification', ({ channel, payload = '' }) => {
      for (const heard of ears.get(channel) ?? []) heard(payload)
    })
    await fresh.connect()
    for (const channel of ears.keys()) await fresh.query(`listen ${escapeIdentifier(channel)}`)
    client = fresh
    probe = setInterval(() => void fresh.query('select 1').catch(lost), PROBE_MS)
    probe.unref()
    for (const hearing of ears.values()) for (const heard of hearing) heard('')
  }

  function again(): void {
    clearInterval(probe)
    client = undefined
    if (closed || retry !== undefined) return
    retry = setTimeout(() => {
      retry = undefined
      connecting = connect().catch(again)
    }, RETRY_MS)
    retry.unref()
  }

  return {
    async listen(channel, heard) {
      const known = ears.get(channel)
      if (known !== undefined) known.add(heard)
      else ears.set(channel, new Set([heard]))
      connecting ??= connect()
      await connecting
      if (known === undefined) await client?.query(`listen ${escapeIdentifier(channel)}`)
      return async () => {
        ears.get(channel)?.delete(heard)
      }
    },
    async close() {
      closed = true
      clearTimeout(retry)
      clearInterval(probe)
      ears.clear()
      await connecting?.catch(() => {})
      const last = client
      client = undefined
      await last?.end()
    },
  }
}
