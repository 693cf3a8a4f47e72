import { execFile } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createPartner } from '@cambio/partner/client.ts'
import { openCallbackReceiver } from '../test/CallbackReceiver.ts'
import type { Installation } from './audit/Installation.ts'
import type { Tools } from './cluster/findTools.ts'
import { PostgresCluster } from './cluster/PostgresCluster.ts'
import { Processes, type Start } from './cluster/Processes.ts'
import { Programs } from './cluster/Programs.ts'
import { Calls } from './traffic/Calls.ts'
import type { Shop } from './traffic/purchases.ts'
import { RowWriter } from './traffic/RowWriter.ts'
import { Traffic } from './traffic/Traffic.ts'

/** A whole installation on this machine, with its callers. */
export type Stage = Installation & {
  /** Where everything is that it leaves: settings and output of each program. */
  readonly folder: string
  readonly shop: Shop
  readonly calls: Calls
  readonly traffic: Traffic
  readonly processes: Processes
  close(): Promise<void>
}

const checkout = join(import.meta.dirname, '../../..')

/** How long a caller goes on trying: in a control, where orders are lost, not for long. */
const PATIENCE_MS = 900_000
const CONTROL_PATIENCE_MS = 45_000

/** @param input.from a checkout of the version before, for its programs; undefined: this one's */
export async function openStage(input: {
  tools: Tools
  isAsync: boolean
  from: string | undefined
}): Promise<Stage> {
  const { tools, isAsync, from = checkout } = input
  const folder = await mkdtemp(join(tmpdir(), 'cambio-ha-'))
  const processes = new Processes(folder)
  const closing: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const end of closing.toReversed()) await end()
  }
  try {
    const user = await makeFolders(folder)
    const cluster = await PostgresCluster.start({ folder, tools, processes, isAsync, user }).catch(
      async (error: unknown) => {
        for (const name of ['haproxy-primary', 'pg3', 'pg2', 'pg1', 'etcd']) await processes.end(name)
        throw error
      },
    )
    closing.push(() => cluster.close())
    await cluster.query(
      'postgres',
      'create table written (id bigint primary key generated always as identity)',
    )
    const calls = new Calls()
    let secret = ''
    const callbacks = await openCallbackReceiver(undefined, () => secret)
    closing.push(() => callbacks.close())
    const { programs, partner } = await Programs.start(
      { folder, tools, processes, cluster, from },
      callbacks.url,
    )
    closing.push(() => programs.close())
    secret = partner.callback_secret
    const rows = new RowWriter(cluster.url('postgres', 'postgres'))
    rows.start()
    closing.push(() => rows.stop())
    const { url, chainUrl } = programs
    const account = { baseUrl: url, apiKey: partner.api_key, secret: partner.secret, fetch: calls.fetch }
    const traffic = new Traffic()
    const patienceMs = isAsync ? CONTROL_PATIENCE_MS : PATIENCE_MS
    const shop = { url, chainUrl, partner: createPartner(account), calls, callbacks, clients: [], patienceMs }
    const clients = await traffic.fund(shop)
    const stage = { folder, cluster, programs, callbacks, rows, calls, traffic, processes, close }
    return { ...stage, shop: { ...shop, clients } }
  } catch (error) {
    await close()
    throw error
  }
}

/** Makes the folders, and says whom PostgreSQL runs as: not as root, which it refuses. */
async function makeFolders(folder: string): Promise<Start['user']> {
  await mkdir(join(folder, 'run'))
  await chmod(folder, 0o755)
  if (process.getuid?.() !== 0) return undefined
  const [uid, gid] = await Promise.all(['-u', '-g'].map(idOfPostgres))
  if (uid === undefined || gid === undefined) return undefined
  for (const each of [folder, join(folder, 'run')]) await chown(each, uid, gid)
  return { uid, gid }
}

async function idOfPostgres(flag: string): Promise<number> {
  return Number((await promisify(execFile)('id', [flag, 'postgres'])).stdout)
}
