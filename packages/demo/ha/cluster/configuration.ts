import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'
import * as z from 'zod/mini'
import type { Tools } from './findTools.ts'

/*
 * The configuration that the guide hands out (packages/deploy/patroni), moved to ports and folders of this machine.
 */

const EXAMPLES = join(import.meta.dirname, '../../../deploy/patroni')

/** A server of the cluster, and where it is. */
export type Member = { readonly name: string; readonly port: number; readonly restPort: number }

const Example = z.looseObject({
  bootstrap: z.looseObject({
    dcs: z.looseObject({
      synchronous_mode: z.boolean(),
      synchronous_mode_strict: z.boolean(),
      failsafe_mode: z.boolean(),
    }),
  }),
  postgresql: z.looseObject({
    authentication: z.record(z.string(), z.object({ username: z.string(), password: z.string() })),
  }),
  etcd3: z.object({ hosts: z.string() }),
})

/** Patroni's file of one member. */
export async function patroniFile(
  member: Member,
  input: { folder: string; tools: Tools; etcdPort: number; isAsync: boolean },
): Promise<string> {
  const { folder, tools, isAsync } = input
  const text = await readFile(join(EXAMPLES, 'patroni.yml'), 'utf8')
  const { etcd3: _, bootstrap, postgresql, ...rest } = Example.parse(parse(text))
  const at = `127.0.0.1:${member.port}`
  const rest8008 = `127.0.0.1:${member.restPort}`
  const mode = isAsync ? { synchronous_mode: false, synchronous_mode_strict: false } : {}
  return stringify({
    ...rest,
    name: member.name,
    restapi: { listen: rest8008, connect_address: rest8008 },
    [tools.etcdKey]: { hosts: `127.0.0.1:${input.etcdPort}` },
    bootstrap: { ...bootstrap, dcs: { ...bootstrap.dcs, ...mode } },
    postgresql: {
      ...postgresql,
      listen: at,
      connect_address: at,
      data_dir: join(folder, member.name),
      bin_dir: tools.postgresBin,
      pgpass: join(folder, 'run', `pgpass-${member.name}`),
      parameters: { unix_socket_directories: join(folder, 'run') },
      pg_hba: [
        'host replication replicator 127.0.0.1/32 scram-sha-256',
        'host all all 127.0.0.1/32 scram-sha-256',
      ],
    },
    watchdog: { mode: 'off' },
  })
}

/** The superuser's password in the example. */
export async function superuserPassword(): Promise<string> {
  const { postgresql } = Example.parse(parse(await readFile(join(EXAMPLES, 'patroni.yml'), 'utf8')))
  return postgresql.authentication['superuser']?.password ?? ''
}

/** The file of the HAProxy that leads to the primary. */
export async function primaryProxyFile(port: number, members: readonly Member[]): Promise<string> {
  const text = await readFile(join(EXAMPLES, 'haproxy.cfg'), 'utf8')
  const servers = members.map(
    ({ name, port, restPort }) => `  server ${name} 127.0.0.1:${port} maxconn 300 check port ${restPort}`,
  )
  return `${text
    .replace(/bind \S+/, `bind 127.0.0.1:${port}`)
    .replaceAll(/^ {2}server .*\n?/gm, '')
    .trimEnd()}\n${servers.join('\n')}\n`
}

/** A group of equal programs behind one address. */
export type Group = { readonly name: string; readonly port: number; readonly ports: readonly number[] }

/** The answer to callers while no program is available, as in packages/deploy/haproxy/cells.cfg. */
const UNAVAILABLE =
  '  http-error status 503 content-type text/plain string "Unavailable: try again." hdr Retry-After 1'

/** The file of the HAProxy in front of the programs. @param statusPort where it tells which of them it leads to, at `/;csv` */
export function frontProxyFile(groups: readonly Group[], statusPort: number): string {
  return `defaults
  mode http
${UNAVAILABLE}
  timeout client 60s
  timeout connect 2s
  timeout server 60s
  timeout check 10s

frontend status
  bind 127.0.0.1:${statusPort}
  stats enable
  stats uri /
${groups.map(groupSection).join('')}`
}

function groupSection({ name, port, ports }: Group): string {
  const servers = ports.map((each, place) => `  server ${name}-${place + 1} 127.0.0.1:${each} check`)
  return `
listen ${name}
  bind 127.0.0.1:${port}
  balance roundrobin
  option httpchk GET /health/live
  option forwardfor
  option redispatch
  retries 2
  default-server inter 500ms fall 2 rise 1
${servers.join('\n')}
`
}
