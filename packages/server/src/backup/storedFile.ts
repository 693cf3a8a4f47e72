import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { CallRefused } from '../cli/CallRefused.ts'

/** A shell command that reads standard input and writes standard output, such as one that encrypts; undefined for none. */
export type Filter = string | undefined

/** A file as it was stored. */
export type StoredFile = { readonly bytes: number; readonly sha256: string }

/** Stronger compression would cost more time than it saves space. */
const LEVEL = 3

/**
 * Stores a stream in a new file, compressed and then filtered, readable by its owner only.
 * @throws CallRefused where the filter fails, or the file exists
 */
export async function storeStream(source: Readable, path: string, filter: Filter): Promise<StoredFile> {
  const hash = createHash('sha256')
  let bytes = 0
  const measure = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  }
  const file = await newFile(path)
  const compressed = createGzip({ level: LEVEL })
  if (filter === undefined) await pipeline(source, compressed, measure, file)
  else {
    const command = run(filter)
    await Promise.all([
      pipeline(source, compressed, command.input),
      pipeline(command.output, measure, file),
      command.ended,
    ])
  }
  return { bytes, sha256: hash.digest('hex') }
}

/** Opens a file that nobody else has written, not even since the caller looked. */
async function newFile(path: string): Promise<Writable> {
  try {
    return (await open(path, 'wx', 0o600)).createWriteStream({ flush: true })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST')
      throw new CallRefused(`${path} exists already, and was left as it is: name a new file.`)
    throw error
  }
}

/** Writes a stored file to a stream. @throws CallRefused where the filter fails */
export async function readStored(path: string, filter: Filter, target: Writable): Promise<void> {
  const file = createReadStream(path)
  if (filter === undefined) return pipeline(file, createGunzip(), target)
  const command = run(filter)
  await Promise.all([
    pipeline(file, command.input),
    pipeline(command.output, createGunzip(), target),
    command.ended,
  ])
}

/** The SHA-256 of a file as stored. @throws Error where it cannot be read */
export async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** Starts the operator's command. Its standard error goes where ours does. */
function run(filter: string): { input: Writable; output: Readable; ended: Promise<void> } {
  const child = spawn('sh', ['-c', filter], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'close').then(([code]) => {
    if (code !== 0) throw new CallRefused(`The command of --through ended with code ${code}: “${filter}”.`)
  })
  return { input: child.stdin, output: child.stdout, ended }
}
