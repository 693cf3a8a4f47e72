import { bad, good, warning, type Finding } from '@cambio/server/doctor/Finding.ts'
import * as z from 'zod/mini'
import type { ExchangeEnvironment } from '../../program/environment.ts'

const CHECK = 'Patroni'
const TIME_LIMIT_MS = 2_000
const FIRST_SAFE = [3, 0, 3] as const

const About = z.object({ patroni: z.object({ version: z.string() }) })
const Configuration = z.object({
  synchronous_mode: z.optional(z.unknown()),
  synchronous_mode_strict: z.optional(z.boolean()),
  failsafe_mode: z.optional(z.boolean()),
})

/**
 * Examines whether Patroni keeps acknowledged data and continues without its store. Without PATRONI_URL, nothing is
 * examined.
 */
export async function examinePatroni({
  PATRONI_URL: url,
}: Pick<ExchangeEnvironment, 'PATRONI_URL'>): Promise<Finding[]> {
  if (url === undefined) return []
  const about = About.safeParse(await read(`${url}/patroni`))
  const configuration = Configuration.safeParse(await read(`${url}/config`))
  if (!about.success || !configuration.success)
    return [
      warning(
        CHECK,
        `No Patroni answers at ${url}.`,
        'Set PATRONI_URL to the REST API of any server of the cluster.',
      ),
    ]
  const findings = [...version(about.data.patroni.version), ...modes(configuration.data)]
  return findings.length > 0 ? findings : [good(CHECK, `It is ${about.data.patroni.version}.`)]
}

function version(version: string): Finding[] {
  const parts = version.split('.').map(Number)
  const place = FIRST_SAFE.findIndex((part, index) => part !== (parts[index] ?? 0))
  if (place === -1 || (parts[place] ?? 0) > (FIRST_SAFE[place] ?? 0)) return []
  return [
    warning(
      CHECK,
      `It is ${version}, which can lose acknowledged data when the primary hangs and version 3 of etcd’s API is used.`,
      'Upgrade it to 3.0.3 or later, or write etcd in place of etcd3 in its file.',
    ),
  ]
}

function modes({
  synchronous_mode: synchronous,
  synchronous_mode_strict: strict,
  failsafe_mode: failsafe,
}: z.infer<typeof Configuration>): Finding[] {
  const set = (name: string) => `Run “patronictl edit-config --set ${name}=true”.`
  return [
    ...(synchronous === true || synchronous === 'quorum'
      ? []
      : [bad(CHECK, 'synchronous_mode is off: a crash loses acknowledged data.', set('synchronous_mode'))]),
    ...(strict === true
      ? []
      : [
          bad(
            CHECK,
            'synchronous_mode_strict is off: without a standby, acknowledged data is on one disk only.',
            set('synchronous_mode_strict'),
          ),
        ]),
    ...(failsafe === true
      ? []
      : [
          warning(
            CHECK,
            'failsafe_mode is off: nothing can be written while etcd is unavailable.',
            set('failsafe_mode'),
          ),
        ]),
  ]
}

async function read(url: string): Promise<unknown> {
  try {
    return await (await fetch(url, { signal: AbortSignal.timeout(TIME_LIMIT_MS) })).json()
  } catch {
    return undefined
  }
}
