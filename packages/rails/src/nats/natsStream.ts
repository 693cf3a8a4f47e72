import type { EventStream, StreamEvent } from '@cambio/exchange/callback/EventStream.ts'
import type { Log } from '@cambio/server/log.ts'
import { jetstream, jetstreamManager, type JetStreamClient } from '@nats-io/jetstream'
import { errors, nanos, type NatsConnection } from '@nats-io/transport-node'
import { NATS_LIMIT_MS, natsConnection } from './natsConnection.ts'
import { natsFault } from './natsFault.ts'
import type { NatsSettings } from './natsSettings.ts'

const MINUTE_MS = 60_000
/** Longer than the publisher waits between two tries, so that what is tried again is known. */
const DUPLICATES_KNOWN_MS = 10 * MINUTE_MS
/** As long as the feed itself is kept. */
const EVENTS_KEPT_MS = 31 * 24 * 60 * MINUTE_MS

type Connected = { readonly connection: NatsConnection; readonly client: JetStreamClient }

/**
 * Publishes events to NATS JetStream, each under its id (Nats-Msg-Id), by which the stream drops what it has had. The
 * connection is made when there is something to publish, and made anew after it broke. A stream that takes the subjects is
 * left as it is; where there is none, one is made, since only the first event shows that it is missing.
 * Source: NATS documentation, "JetStream model deep dive", message deduplication.
 */
export function natsStream(settings: NatsSettings, { log }: { log: Log }): EventStream {
  let connecting: Promise<Connected> | undefined
  let making: Promise<void> | undefined
  let isClosed = false

  function connected(): Promise<Connected> {
    connecting ??= open()
    return connecting
  }

  async function open(): Promise<Connected> {
    try {
      if (isClosed) throw new Error('The program ends')
      const connection = await natsConnection(settings)
      void connection.closed().then(() => (connecting = undefined))
      log.info('events are published to NATS', { host: connection.getServer() })
      return { connection, client: jetstream(connection) }
    } catch (error) {
      connecting = undefined
      throw natsFault(error)
    }
  }

  async function publish(event: StreamEvent): Promise<void> {
    const { connection, client } = await connected()
    try {
      await send(client, event)
    } catch (error) {
      if (!isForNobody(error)) throw natsFault(error)
      making ??= makeStream(connection, settings).finally(() => (making = undefined))
      await making
      await send(client, event).catch((failed: unknown) => {
        throw natsFault(failed)
      })
    }
  }

  async function send(client: JetStreamClient, { id, partnerId, kind, json }: StreamEvent): Promise<void> {
    const subject = `${settings.subject}.${partnerId}.${kind}`
    await client.publish(subject, json, { msgID: id, timeout: NATS_LIMIT_MS })
  }

  async function makeStream(connection: NatsConnection, { subject, stream }: NatsSettings): Promise<void> {
    try {
      const manager = await jetstreamManager(connection, { timeout: NATS_LIMIT_MS, checkAPI: false })
      await manager.streams.add({
        name: stream,
        description: 'Events of Cambio',
        subjects: [`${subject}.>`],
        max_age: nanos(EVENTS_KEPT_MS),
        duplicate_window: nanos(DUPLICATES_KNOWN_MS),
      })
      log.info('a stream for events was made', { to: stream })
    } catch (error) {
      throw natsFault(error)
    }
  }

  return {
    publish,
    async close() {
      isClosed = true
      const open = await connecting?.catch(() => undefined)
      await open?.connection.close()
    },
  }
}

/** Whether nobody listens to an event's subject: there is no stream for it. */
function isForNobody(error: unknown): boolean {
  return error instanceof Error && error.cause instanceof errors.RequestError && error.cause.isNoResponders()
}
