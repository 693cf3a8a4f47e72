import type { EventStream, StreamEvent } from '@cambio/exchange/callback/EventStream.ts'
import type { Log } from '@cambio/server/log.ts'
import { jetstream, jetstreamManager, type JetStreamClient } from '@nats-io/jetstream'
import { errors, nanos, type NatsConnection } from '@nats-io/transport-node'
import { NATS_LIMIT_MS, natsConnection } from './natsConnection.ts'
import { natsFault } from './natsFault.ts'
import type { NatsSettings } from './natsSettings.ts'

const MINUTE_MS = 60_000
/** Longer than the publisher's pause between two attempts, so that the stream recognises a repeated event. */
const DUPLICATES_KNOWN_MS = 10 * MINUTE_MS
/** Events are kept as long as the feed itself. */
const EVENTS_KEPT_MS = 31 * 24 * 60 * MINUTE_MS

type Connected = { readonly connection: NatsConnection; readonly client: JetStreamClient }

/**
 * Publishes events to NATS JetStream, each under its id (Nats-Msg-Id), by which the stream drops duplicates. The
 * connection is opened when there is something to publish, and opened again after it broke. An existing stream that
 * takes the subjects is left as it is. Where there is none, the first event finds that out, and a stream is created.
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

/** Whether no stream takes an event's subject. */
function isForNobody(error: unknown): boolean {
  return error instanceof Error && error.cause instanceof errors.RequestError && error.cause.isNoResponders()
}
