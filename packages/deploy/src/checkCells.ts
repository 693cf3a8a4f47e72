import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { freePort } from '@cambio/server/freePort.ts'
import { run, tool } from './tool.ts'

const CONF = join(import.meta.dirname, '../haproxy/cells.cfg')

/**
 * Has HAProxy read the file that leads to cells, with a line in each map, and answer while no cell is there. The exchange's
 * tests send requests through it.
 */
export async function checkCells(): Promise<string> {
  const haproxy = tool('haproxy', 'haproxy')
  const folder = await mkdtemp(join(tmpdir(), 'cambio-cells-'))
  try {
    for (const name of ['cells', 'keys', 'ids', 'marks'])
      await writeFile(join(folder, `${name}.map`), 'E1 E1\n')
    await run('/usr/bin/env', [`MAPS=${folder}`, haproxy, '-c', '-f', CONF])
    await expectHonest(haproxy, folder)
    return 'HAProxy accepts the file and the maps, and its own 503 has Retry-After.'
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Asks HAProxy for a page of a cell that is unavailable. @throws Error where it does not say when to try again */
async function expectHonest(haproxy: string, maps: string): Promise<void> {
  const port = await freePort(0)
  const nobody = `127.0.0.1:${await freePort(0)}`
  const env = { MAPS: maps, LISTEN: `127.0.0.1:${port}`, E1: nobody, E2: nobody }
  const child = spawn(haproxy, ['-db', '-f', CONF], { env, stdio: 'ignore' })
  const ended = once(child, 'exit')
  try {
    const { status, headers } = await firstAnswer(`http://127.0.0.1:${port}/`, () => child.exitCode === null)
    if (status !== 503 || headers.get('retry-after') !== '1')
      throw new Error(
        `Without its cells HAProxy answers ${status} with Retry-After ${headers.get('retry-after')}.`,
      )
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}

async function firstAnswer(url: string, isRunning: () => boolean): Promise<Response> {
  for (;;) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer !== undefined) return answer
    if (!isRunning()) throw new Error('HAProxy ended before it answered.')
    await after(50)
  }
}
