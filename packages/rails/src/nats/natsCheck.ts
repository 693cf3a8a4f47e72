import { jetstreamManager } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import { NATS_LIMIT_MS, natsConnection } from './natsConnection.ts'
import { natsFault } from './natsFault.ts'
import type { NatsSettings } from './natsSettings.ts'

/**
 * The result of a check of NATS: the server that accepted the login, and the stream that takes events; null where there
 * is none.
 */
export type NatsFound = { readonly host: string; readonly stream: string | null }

/**
 * Checks whether NATS accepts the login, and which stream takes events. Nothing is created or published.
 * @throws NatsFault
 */
export async function checkNats(settings: NatsSettings): Promise<NatsFound> {
  try {
    const connection = await natsConnection(settings)
    try {
      return { host: connection.getServer(), stream: await streamFor(connection, settings) }
    } finally {
      await connection.close()
    }
  } catch (error) {
    throw natsFault(error)
  }
}

async function streamFor(connection: NatsConnection, { subject }: NatsSettings): Promise<string | null> {
  const manager = await jetstreamManager(connection, { timeout: NATS_LIMIT_MS })
  try {
    return await manager.streams.find(`${subject}.partner.event`)
  } catch (error) {
    if (error instanceof Error && error.name === 'StreamNotFoundError') return null
    throw error
  }
}
