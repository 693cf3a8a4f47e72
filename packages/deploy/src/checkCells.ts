import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run, tool } from './tool.ts'

const CONF = join(import.meta.dirname, '../haproxy/cells.cfg')

/** Has HAProxy read the file that leads to cells, with a line in each map. The exchange's tests send requests through it. */
export async function checkCells(): Promise<string> {
  const haproxy = tool('haproxy', 'haproxy')
  const folder = await mkdtemp(join(tmpdir(), 'cambio-cells-'))
  try {
    for (const name of ['cells', 'keys', 'ids', 'marks'])
      await writeFile(join(folder, `${name}.map`), 'E1 E1\n')
    await run('/usr/bin/env', [`MAPS=${folder}`, haproxy, '-c', '-f', CONF])
    return 'HAProxy takes the file and the maps.'
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
