import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { run, tool } from '../tool.ts'

const Described = z.object({ digest: z.string().check(z.regex(/^sha256:[0-9a-f]{64}$/)) })
const Index = z.object({ manifests: z.tuple([Described]) })
const Manifest = z.object({ layers: z.array(Described) })

/** Unpacks the layers of an image into a root, as whatever runs it does. */
export async function unpackLayout(layout: string, root: string): Promise<void> {
  const blob = ({ digest }: z.infer<typeof Described>) => join(layout, 'blobs', digest.replace(':', '/'))
  const read = async (path: string): Promise<unknown> => JSON.parse(await readFile(path, 'utf8'))
  const [manifest] = Index.parse(await read(join(layout, 'index.json'))).manifests
  await mkdir(root, { recursive: true })
  for (const layer of Manifest.parse(await read(blob(manifest))).layers)
    await run(tool('tar', 'tar'), ['--extract', '--gzip', '--file', blob(layer), '--directory', root])
}
