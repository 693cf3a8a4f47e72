import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '@cambio/server/freePort.ts'

/* The router before two cells: HAProxy with the file of packages/deploy where Debian's package is installed, else a reader of the same maps. */

const HAPROXY = '/usr/sbin/haproxy'
const CONF = join(import.meta.dirname, '../../../deploy/haproxy/cells.cfg')

/** The addresses of the two cells, such as 127.0.0.1:8787. */
export type Cells = Readonly<Record<'E1' | 'E2', string>>

export type Router = {
  send(path: string, init?: RequestInit): Promise<Response>
  /** Reads the maps again, as a reload does. */
  reload(): Promise<void>
  close(): Promise<void>
}

/** @param maps the folder that “cell router” wrote into */
export function openRouter(maps: string, cells: Cells): Promise<Router> {
  return existsSync(HAPROXY) ? openHaproxy(maps, cells) : openReader(maps, cells)
}

async function openHaproxy(maps: string, cells: Cells): Promise<Router> {
  const port = await freePort(0)
  const env = { MAPS: maps, LISTEN: `127.0.0.1:${port}`, ...cells }
  const start = async () => {
    const child = spawn(HAPROXY, ['-db', '-f', CONF], { env, stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
    const ended = once(child, 'exit')
    const isUp = async (): Promise<boolean> =>
      fetch(`http://127.0.0.1:${port}/metrics`).then(
        ({ status }) => status === 404,
        () => false,
      )
    while (!(await isUp())) if (child.exitCode !== null) throw new Error(`HAProxy ended: ${said}`)
    return async () => {
      child.kill('SIGTERM')
      await ended
    }
  }
  let stop = await start()
  return {
    send: (path, init) => fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual', ...init }),
    async reload() {
      await stop()
      stop = await start()
    },
    close: () => stop(),
  }
}

async function openReader(folder: string, cells: Cells): Promise<Router> {
  const read = async (name: string) =>
    (await readFile(join(folder, name), 'utf8'))
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.split(' ') as [string, keyof Cells])
  const readAll = async () => ({
    keys: new Map(await read('keys.map')),
    ids: new Map(await read('ids.map')),
    marks: await read('marks.map'),
  })
  let maps = await readAll()
  const cellOf = (path: string, { headers, body }: RequestInit): keyof Cells => {
    const sent = new Headers(headers)
    const [, session] = (sent.get('authorization') ?? '').split(' ')
    const [, ts] = /"ts":"([^"]*)"/.exec(typeof body === 'string' ? body : '') ?? []
    const [, inPath] =
      /^\/(?:w|o|challenge|verification|code|api\/widget|api\/v2\/public\/embedding|partner\/sign-in)\/([\w-]+)/.exec(
        path,
      ) ??
      /^\/paystatus\/[^/]+\/([\w-]{12})/.exec(path) ??
      []
    const cookies = path.startsWith('/partner') ? (sent.get('cookie') ?? '') : ''
    const [, inCookie] = /cambio_partner=([\w-]+)/.exec(cookies) ?? []
    const id = ts ?? session ?? inPath ?? inCookie ?? ''
    const [, asked] = /[?&]cell=(E[12])/.exec(path) ?? []
    const [, kept] = /cambio_cell=(E[12])/.exec(cookies) ?? []
    if (asked !== undefined && path.startsWith('/partner')) return asked as keyof Cells
    const marked = maps.marks.find(([pattern]) => new RegExp(pattern).test(id))?.[1]
    return (
      maps.keys.get(sent.get('api-key') ?? '') ??
      maps.ids.get(id) ??
      marked ??
      ((asked ?? kept ?? 'E1') as keyof Cells)
    )
  }
  return {
    send: (path, init = {}) =>
      fetch(`http://${cells[cellOf(path, init)]}${path}`, { redirect: 'manual', ...init }),
    async reload() {
      maps = await readAll()
    },
    close: () => Promise.resolve(),
  }
}
