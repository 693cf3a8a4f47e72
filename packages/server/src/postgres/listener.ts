import { setTimeout as after } from 'node:timers/promises'
import type { ClientConfig } from 'pg'
import { within } from '../http/within.ts'
import { openSession, type LeaseSession } from './LeaseSession.ts'
import { isUnknownLayout } from './migration/layouts.ts'

/** The one direct connection of a program, which listens to all its channels and notifies for it. */
export type Listener = {
  listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>>
  /** Notifies a channel's listeners soon. Calls while a notification still waits to be sent are merged with it. */
  notify(channel: string): void
  /** The number of the lock that shows that this process lives; null while it has none. */
  leaseOwner(): number | null
  close(): Promise<void>
}

export type ListenerOptions = {
  readonly ownsLeases: boolean
  readonly layouts?: readonly string[]
  readonly onLost?: () => void
  readonly onRefused?: (error: unknown) => void
}

const RETRY_MS = 500
/** How long sending a notification may take when the program ends, milliseconds. */
const LAST_WORD_MS = 200

/**
 * A connection for notifications, opened at its first use. There is one at a time: the next is made when the last has
 * ended, whether it was lost or could not be made.
 * @param options.ownsLeases whether it keeps a lock that shows that the process lives, for a program that does due work
 * @param options.layouts the layouts of the database that the program knows
 * @param options.onRefused called when the database has another one, at each try to own leases
 * @param options.onLost called when the connection has ended, before the next one is made
 */
export function listener(
  config: ClientConfig,
  { ownsLeases, layouts = [], onLost, onRefused }: ListenerOptions = { ownsLeases: false },
): Listener {
  const listenersByChannel = new Map<string, Set<(payload: string) => void>>()
  const waiting = new Set<string>()
  const stop = new AbortController()
  const tried = Promise.withResolvers<void>()
  let current: { readonly session: LeaseSession; readonly channels: Set<string> } | undefined
  let keeping: Promise<void> | undefined
  let notifying: Promise<unknown> = Promise.resolve()

  const onNotification = (channel: string, payload: string) =>
    deliver(listenersByChannel.get(channel), payload)

  async function keep(): Promise<void> {
    for (let times = 0; !stop.signal.aborted; times++) {
      const how = { ownsLeases, layouts, onNotification, stopped: stop.signal }
      const session = await openSession(config, how).catch((error: unknown) => {
        if (isUnknownLayout(error)) onRefused?.(error)
        return undefined
      })
      if (session !== undefined) await listenToAll(session, times > 0)
      tried.resolve()
      await session?.ended
      current = undefined
      onLost?.()
      await after(RETRY_MS, undefined, { signal: stop.signal, ref: false }).catch(() => {})
    }
  }

  /** A listener may have missed something while the connection was lost: an empty payload reports that. */
  async function listenToAll(session: LeaseSession, mayHaveMissed: boolean): Promise<void> {
    const channels = new Set<string>()
    current = { session, channels }
    for (const channel of listenersByChannel.keys()) await listenTo(channel)
    if (mayHaveMissed) for (const listeners of listenersByChannel.values()) deliver(listeners, '')
  }

  /** A failure here is the loss of the connection, and the next one listens to all channels. */
  async function listenTo(channel: string): Promise<void> {
    if (current === undefined || current.channels.has(channel)) return
    current.channels.add(channel)
    await current.session.listen(channel)
  }

  /** Without a connection no one is notified: each listener also polls. */
  async function notifyOthers(channel: string): Promise<void> {
    await tried.promise
    if (current === undefined) waiting.delete(channel)
    else await current.session.notify(channel, () => waiting.delete(channel))
  }

  return {
    async listen(channel, onPayload) {
      const others = listenersByChannel.get(channel) ?? new Set()
      listenersByChannel.set(channel, others.add(onPayload))
      keeping ??= keep()
      await tried.promise
      await listenTo(channel)
      return async () => {
        others.delete(onPayload)
      }
    },
    notify(channel) {
      if (stop.signal.aborted || waiting.has(channel)) return
      waiting.add(channel)
      keeping ??= keep()
      const before = notifying
      notifying = notifyOthers(channel).then(() => before)
    },
    leaseOwner: () => current?.session.leaseOwner ?? null,
    async close() {
      await within(LAST_WORD_MS, notifying)
      await current?.session.end()
      stop.abort()
      await keeping
    },
  }
}

function deliver(listeners: ReadonlySet<(payload: string) => void> | undefined, payload: string): void {
  for (const onPayload of listeners ?? []) onPayload(payload)
}
