import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { tool } from '../tool.ts'

/*
 * An image as a folder, by the OCI image layout (opencontainers/image-spec 1.1): content under its hash, an index that
 * names the manifest, which names the configuration and the layers.
 */

type Descriptor = { readonly mediaType: string; readonly digest: string; readonly size: number }
type Layer = Descriptor & { /** Of the tar before it was compressed. */ readonly diffId: string }

/** What of a root a layer holds: everything below one path, or everything but that. */
export type LayerPart = { readonly only: string } | { readonly without: string }

const KIND = 'application/vnd.oci.image'

/** Writes the layout of an image of one root. @returns the manifest's digest and the size of all of it, compressed */
export async function writeLayout(
  layout: string,
  input: { root: string; parts: readonly LayerPart[]; name: string; config: object },
): Promise<{ digest: string; bytes: number }> {
  await mkdir(join(layout, 'blobs/sha256'), { recursive: true })
  const layers: Layer[] = []
  for (const part of input.parts) layers.push(await writeLayer(layout, input.root, part))
  const config = await writeJson(layout, `${KIND}.config.v1+json`, {
    created: '1970-01-01T00:00:00Z',
    architecture: 'amd64',
    os: 'linux',
    config: input.config,
    rootfs: { type: 'layers', diff_ids: layers.map(({ diffId }) => diffId) },
    history: layers.map(() => ({ created: '1970-01-01T00:00:00Z', created_by: 'pnpm image' })),
  })
  const manifest = await writeJson(layout, `${KIND}.manifest.v1+json`, {
    schemaVersion: 2,
    mediaType: `${KIND}.manifest.v1+json`,
    config,
    layers: layers.map(({ mediaType, digest, size }) => ({ mediaType, digest, size })),
  })
  const annotations = { 'org.opencontainers.image.ref.name': input.name }
  await writeFile(join(layout, 'oci-layout'), JSON.stringify({ imageLayoutVersion: '1.0.0' }))
  const index = {
    schemaVersion: 2,
    mediaType: `${KIND}.index.v1+json`,
    manifests: [{ ...manifest, annotations }],
  }
  await writeFile(join(layout, 'index.json'), JSON.stringify(index))
  const bytes = [config, manifest, ...layers].reduce((sum, { size }) => sum + size, 0)
  return { digest: manifest.digest, bytes }
}

async function writeJson(layout: string, mediaType: string, content: object): Promise<Descriptor> {
  const text = JSON.stringify(content)
  const hash = createHash('sha256').update(text).digest('hex')
  await writeFile(join(layout, 'blobs/sha256', hash), text)
  return { mediaType, digest: `sha256:${hash}`, size: Buffer.byteLength(text) }
}

/**
 * What makes a tar of the same files the same bytes (reproducible-builds.org/docs/archives): names in order, one time, one
 * owner, the same rights whoever unpacked them, and each file whole, also where two are one on this disk.
 */
const STEADY = [
  '--sort=name',
  '--mtime=@0',
  '--owner=0',
  '--group=0',
  '--numeric-owner',
  '--mode=u=rwX,go=rX',
  '--hard-dereference',
  '--format=pax',
  '--pax-option=exthdr.name=%d/PaxHeaders/%f,delete=atime,delete=ctime',
]

async function writeLayer(layout: string, root: string, part: LayerPart): Promise<Layer> {
  const what = 'only' in part ? [part.only] : ['--anchored', `--exclude=./${part.without}`, '.']
  const child = spawn(tool('tar', 'tar'), ['--create', ...STEADY, `--directory=${root}`, ...what], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { LC_ALL: 'C' },
  })
  const ended = once(child, 'close').then(([code]) => {
    if (code !== 0) throw new Error(`tar ended with code ${code}.`)
  })
  const draft = join(layout, 'layer')
  const [inner, outer] = [createHash('sha256'), createHash('sha256')]
  const hashing = (hash: ReturnType<typeof createHash>) =>
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        yield chunk
      }
    }
  const source: Readable = child.stdout
  const packed = pipeline(
    source,
    hashing(inner),
    createGzip({ level: 9 }),
    hashing(outer),
    createWriteStream(draft),
  )
  await Promise.all([packed, ended])
  const { size } = await stat(draft)
  const hash = outer.digest('hex')
  await rename(draft, join(layout, 'blobs/sha256', hash))
  const mediaType = `${KIND}.layer.v1.tar+gzip`
  return { mediaType, digest: `sha256:${hash}`, size, diffId: `sha256:${inner.digest('hex')}` }
}
