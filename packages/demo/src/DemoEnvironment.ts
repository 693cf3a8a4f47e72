import { DEFAULT_DATA_DIR } from '@cambio/server/postgres/embedded/dataFolder.ts'
import {
  flag,
  httpUrl,
  port,
  positiveNumber,
  postgresUrl,
  variable,
} from '@cambio/server/settings/environment.ts'
import * as z from 'zod/mini'
import { _default as byDefault } from 'zod/mini'

const wholeMs = variable('a whole number of milliseconds, 0 or more', (text) =>
  /^\d{1,9}$/.test(text) ? Number(text) : undefined,
)

/** The variables of the launcher. Everything has a default, so that nothing has to be set. */
export const DemoEnvironment = z.object({
  MODE: byDefault(z.enum(['sandbox', 'live'], 'sandbox or live'), 'sandbox'),
  /** Where the programs listen; unset is loopback. */
  HOST: z.optional(z.string()),
  /** Ports of the exchange, the card platform, the shop and the chain; 0 takes any free one. */
  PORT: byDefault(port, 8787),
  CARDS_PORT: byDefault(port, 8789),
  DEMO_PORT: byDefault(port, 8788),
  CHAIN_PORT: byDefault(port, 8790),
  /** An Ethereum node of one's own for the exchange; unset is the one that is started here. */
  CHAIN_URL: z.optional(z.string()),
  /** Addresses as browsers know them, where a proxy or another name stands in front. */
  BASE_URL: z.optional(httpUrl),
  PAYMENT_URL: z.optional(httpUrl),
  SHOP_URL: z.optional(httpUrl),
  DATA_DIR: byDefault(z.string(), DEFAULT_DATA_DIR),
  /** A PostgreSQL of one's own for either program; unset is the embedded one. */
  DATABASE_URL: z.optional(postgresUrl),
  CARDS_DATABASE_URL: z.optional(postgresUrl),
  /** Where the sandbox partner's callbacks go instead of the shop. */
  SANDBOX_CALLBACK_URL: z.optional(httpUrl),
  /** How long the card platform holds money before it takes it. */
  CAPTURE_DELAY_MS: byDefault(wholeMs, 1000),
  RETRY_FACTOR: byDefault(positiveNumber, 1),
  LIMITS_FACTOR: byDefault(positiveNumber, 1),
  ALLOW_PUBLIC_SANDBOX: byDefault(flag, false),
})
export type DemoEnvironment = z.output<typeof DemoEnvironment>
