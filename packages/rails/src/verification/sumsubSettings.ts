import type { ProvenLevel } from '@cambio/exchange/client/Client.ts'
import { httpUrl, pairs, variable } from '@cambio/server/settings/environment.ts'
import { Secret } from '@cambio/server/settings/Secret.ts'
import * as z from 'zod/mini'
import { _default as byDefault } from 'zod/mini'
import type { SumsubToken } from './sumsubCall.ts'

/** The operator's account at Sumsub, its levels by what they prove to us, and Sumsub's address. */
export type SumsubSettings = {
  readonly token: SumsubToken
  readonly webhookSecret: string
  readonly levels: Readonly<Record<ProvenLevel, string>>
  readonly baseUrl: string
}

const secret = variable('a text of at least 8 characters', (text) =>
  text.length >= 8 ? new Secret(text) : undefined,
)

const Levels = z.strictObject({ identity: z.string(), address: z.string(), bank_statement: z.string() })

/** The variables that identity checks need. */
export const sumsubVariables = {
  SUMSUB_APP_TOKEN: z.optional(secret),
  SUMSUB_SECRET_KEY: z.optional(secret),
  /** The secret by which Sumsub signs its webhooks. */
  SUMSUB_WEBHOOK_SECRET: z.optional(secret),
  /** The names of the operator's levels, which are case-sensitive. */
  SUMSUB_LEVELS: z.optional(
    variable(
      'your levels, three of them, such as identity=id-and-liveness,address=proof-of-address,bank_statement=source-of-funds',
      (text) => Levels.safeParse(pairs(text)).data,
    ),
  ),
  SUMSUB_URL: byDefault(httpUrl, 'https://api.sumsub.com'),
}
type SumsubVariables = {
  readonly SUMSUB_APP_TOKEN?: Secret | undefined
  readonly SUMSUB_SECRET_KEY?: Secret | undefined
  readonly SUMSUB_WEBHOOK_SECRET?: Secret | undefined
  readonly SUMSUB_LEVELS?: SumsubSettings['levels'] | undefined
  readonly SUMSUB_URL: string
}

/** The settings of identity checks. Undefined unless all of them are set. */
export function sumsubSettings(variables: SumsubVariables): SumsubSettings | undefined {
  const {
    SUMSUB_APP_TOKEN: appToken,
    SUMSUB_SECRET_KEY: secretKey,
    SUMSUB_WEBHOOK_SECRET: webhookSecret,
    SUMSUB_LEVELS: levels,
    SUMSUB_URL: baseUrl,
  } = variables
  if (!appToken || !secretKey || !webhookSecret || !levels) return undefined
  const token = { appToken: appToken.reveal(), secretKey: secretKey.reveal() }
  return { token, webhookSecret: webhookSecret.reveal(), levels, baseUrl }
}
