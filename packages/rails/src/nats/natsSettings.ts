import { variable } from '@cambio/server/settings/environment.ts'
import { Secret } from '@cambio/server/settings/Secret.ts'
import * as z from 'zod/mini'
import { _default as byDefault } from 'zod/mini'

/** Where events are published, and under which subjects. */
export type NatsSettings = {
  readonly servers: NatsServers
  readonly login: NatsLogin
  readonly tls: { readonly ca?: string; readonly cert?: string; readonly key?: string } | null
  /** The beginning of every subject. */
  readonly subject: string
  /** The stream that is created where none takes the subjects. */
  readonly stream: string
}

/** Servers of one cluster, each as host:port. */
export type NatsServers = { readonly hosts: readonly string[]; readonly isTls: boolean }

export type NatsLogin =
  | { readonly by: 'nothing' }
  | { readonly by: 'password'; readonly user: string; readonly password: Secret }
  | { readonly by: 'token'; readonly token: Secret }
  /** A user's JWT and the seed of its key, as “nsc generate creds” writes them. */
  | { readonly by: 'credentials'; readonly credentials: Secret }

const secret = variable('a text that is not empty', (text) => new Secret(text))
const pem = variable('certificates in PEM', (text) => (text.includes('-----BEGIN') ? text : undefined))
const secretPem = variable('a private key in PEM', (text) =>
  text.includes('-----BEGIN') ? new Secret(text) : undefined,
)
const credentials = variable('what a .creds file holds: a JWT and a seed', (text) =>
  text.includes('USER JWT') && text.includes('NKEY SEED') ? new Secret(text) : undefined,
)
const servers = variable(
  'addresses of one NATS cluster such as tls://nats.example.com:4222, with commas between them, all nats:// or all tls://, without a login',
  readServers,
)
const subject = variable('words of letters, digits, - and _ with dots between them', (text) =>
  /^[\w-]+(\.[\w-]+)*$/.test(text) ? text : undefined,
)
const streamName = variable('a name of letters, digits, - and _', (text) =>
  /^[\w-]+$/.test(text) ? text : undefined,
)

/** The variables of the NATS stream. */
export const natsVariables = {
  /** The servers; unset: nothing is published. */
  NATS_URL: z.optional(servers),
  NATS_USER: z.optional(z.string()),
  NATS_PASSWORD: z.optional(secret),
  NATS_TOKEN: z.optional(secret),
  NATS_CREDENTIALS: z.optional(credentials),
  /** The authority that signs the servers' certificates. Unset: the authorities that Node.js knows. */
  NATS_CA: z.optional(pem),
  /** The client's own certificate and its key, where the server asks for one. */
  NATS_CERTIFICATE: z.optional(pem),
  NATS_KEY: z.optional(secretPem),
  NATS_SUBJECT: byDefault(subject, 'cambio'),
  NATS_STREAM: byDefault(streamName, 'CAMBIO'),
}
const NatsVariables = z.object(natsVariables)
export type NatsVariables = z.output<typeof NatsVariables>

/** The settings of the stream; undefined where there is none. */
export function natsSettings(variables: NatsVariables): NatsSettings | undefined {
  const { NATS_URL: url, NATS_SUBJECT: subject, NATS_STREAM: stream } = variables
  return url && { servers: url, login: loginOf(variables), tls: tlsOf(variables), subject, stream }
}

function loginOf(variables: NatsVariables): NatsLogin {
  const { NATS_USER: user, NATS_PASSWORD: password, NATS_TOKEN: token, NATS_CREDENTIALS: file } = variables
  if (user !== undefined && password !== undefined) return { by: 'password', user, password }
  if (token !== undefined) return { by: 'token', token }
  if (file !== undefined) return { by: 'credentials', credentials: file }
  return { by: 'nothing' }
}

function tlsOf(variables: NatsVariables): NatsSettings['tls'] {
  const { NATS_URL: url, NATS_CA: ca, NATS_CERTIFICATE: cert, NATS_KEY: key } = variables
  if (!url?.isTls) return null
  return { ...(ca && { ca }), ...(cert && { cert }), ...(key && { key: key.reveal() }) }
}

const DEFAULT_PORT = '4222'

function readServers(text: string): NatsServers | undefined {
  const urls = text.split(',').map((word) => URL.parse(word.trim()))
  const [first] = urls
  if (!first || !['nats:', 'tls:'].includes(first.protocol)) return undefined
  const hosts = urls.flatMap((url) => (url && isServer(url, first.protocol) ? [hostOf(url)] : []))
  return hosts.length === urls.length ? { hosts, isTls: first.protocol === 'tls:' } : undefined
}

/** Refuses a login in an address, since it could be logged with it. */
function isServer(url: URL, protocol: string): boolean {
  const rest = url.username + url.password + url.search + url.hash
  return url.protocol === protocol && url.hostname !== '' && ['', '/'].includes(url.pathname) && rest === ''
}

function hostOf({ hostname, port }: URL): string {
  return `${hostname}:${port || DEFAULT_PORT}`
}
