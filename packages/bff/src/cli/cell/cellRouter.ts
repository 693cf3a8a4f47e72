import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repeated, required, text } from '@cambio/server/cli/arguments.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { command } from '@cambio/server/cli/Command.ts'
import * as z from 'zod/mini'
import { CellMap } from '../../cell/CellMap.ts'
import { routerMaps } from '../../cell/routerMaps.ts'
import { readAnswer } from './readAnswer.ts'

/** Writes the map files for HAProxy. */
export const cellRouter = command({
  name: 'cell router',
  summary: [
    'Writes the map files of a router from the output of “cell map --json” in each cell, one --map for each. A file is',
    'replaced as a whole. HAProxy reads them when it is reloaded.',
  ].join('\n'),
  words: {},
  options: {
    map: repeated(text('FILE')),
    to: required(text('FOLDER'), 'Name the folder of the map files: --to /etc/haproxy/cells.'),
  },
  json: z.object({ files: z.array(z.object({ file: z.string(), lines: z.number() })) }),
  async run(_: object, { options: { map, to } }) {
    const written = routerMaps(await Promise.all(map.map((file) => readAnswer(file, CellMap, 'cell map'))))
    if (typeof written === 'string') throw new CallRefused(`${written} No file was written.`)
    const files = Object.entries(written).map(([file, lines]) => ({ file, lines }))
    for (const { file, lines } of files)
      await replace(join(to, file), lines.map((line) => `${line}\n`).join(''))
    return {
      text: files.map(({ file, lines }) => `${file}: ${lines.length}`).join('\n'),
      data: { files: files.map(({ file, lines }) => ({ file, lines: lines.length })) },
    }
  },
})

/** Replaces a file atomically: a router that reads it meanwhile gets the old or the new file, whole. */
async function replace(file: string, content: string): Promise<void> {
  await writeFile(`${file}.new`, content).catch(() => {
    throw new CallRefused(`${file}.new cannot be written.`)
  })
  await rename(`${file}.new`, file)
}
