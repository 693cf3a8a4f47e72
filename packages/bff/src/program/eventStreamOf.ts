import type { EventStream } from '@cambio/exchange/callback/EventStream.ts'
import { natsSettings } from '@cambio/rails/nats/natsSettings.ts'
import type { Log } from '@cambio/server/log.ts'
import type { ExchangeEnvironment } from './environment.ts'
import { unmetRules, type Rule, type VariableName } from './variableRules.ts'

/** The stream for events that the settings name. Its client is loaded only if it is set, and does not connect yet. */
export async function eventStreamOf(
  environment: ExchangeEnvironment,
  { log }: { log: Log },
): Promise<EventStream | null> {
  const settings = natsSettings(environment)
  return settings ? (await import('@cambio/rails/nats/natsStream.ts')).natsStream(settings, { log }) : null
}

const logins: readonly (readonly VariableName[])[] = [
  ['NATS_USER', 'NATS_PASSWORD'],
  ['NATS_TOKEN'],
  ['NATS_CREDENTIALS'],
]
const certificate: readonly VariableName[] = ['NATS_CERTIFICATE', 'NATS_KEY']
const ofTls: readonly VariableName[] = ['NATS_CA', ...certificate]

/** The missing and the surplus settings of the stream, as sentences. */
export function lackingForEvents(environment: ExchangeEnvironment): string[] {
  const isSet = (name: VariableName) => environment[name] !== undefined
  const url = environment.NATS_URL
  const needUrl = [...logins.flat(), ...ofTls].filter(isSet)
  const usedLogins = logins.filter((names) => names.some(isSet))
  const rules: readonly Rule[] = [
    [url !== undefined || needUrl.length === 0, `Set NATS_URL, since ${needUrl.join(', ')} is set.`],
    ...[...logins, certificate].map(togetherOrNot),
    [usedLogins.length <= 1, `Leave one login for NATS: ${usedLogins.flat().join(', ')} are set.`],
    [
      url === undefined || url.isTls || !ofTls.some(isSet),
      `Write tls:// in NATS_URL, since ${ofTls.filter(isSet).join(', ')} is set.`,
    ],
  ]
  return unmetRules(rules)

  function togetherOrNot(names: readonly VariableName[]): Rule {
    const set = names.filter(isSet)
    const unset = names.filter((name) => !isSet(name))
    return [
      set.length === 0 || unset.length === 0,
      `Set ${unset.join(', ')}, since ${set.join(', ')} is set.`,
    ]
  }
}
