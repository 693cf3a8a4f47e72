import { open, rename } from 'node:fs/promises'
import * as z from 'zod/mini'

/*
 * A file that one program writes for another, and an operator carries: a heading in the clear, then one line for each part.
 * Each part is sealed for its place under this heading, and the last one says that it is the last. Without the key, no part
 * can be read, forged, left out or reordered.
 */

/** Seals a text for a subject, and opens it for that subject only. */
export type FileKeys = {
  seal(subject: string, text: string): Buffer
  /** @throws Error if the subject differs, the key differs or the text was changed */
  open(subject: string, sealed: Uint8Array): string
}

/** The file could not be written. */
export class UnwrittenFile extends Error {
  override readonly name = 'UnwrittenFile'
}

/** A part was not sealed by this key for its place, or the last part is missing. */
export class DamagedFile extends Error {
  override readonly name = 'DamagedFile'
}

const End = z.strictObject({ is: z.literal('end') })

/**
 * Writes a file, whole or not at all, and replaces an existing one. Only its owner may read it. @throws UnwrittenFile
 */
export async function writeSealedFile(
  keys: Pick<FileKeys, 'seal'>,
  {
    file,
    heading,
    parts,
  }: {
    readonly file: string
    readonly heading: object
    readonly parts: AsyncIterable<object> | Iterable<object>
  },
): Promise<void> {
  const written = await onDisk(open(`${file}.new`, 'w', 0o600))
  try {
    await onDisk(written.write(`${JSON.stringify(heading)}\n`))
    let place = 0
    const add = async (part: object) => {
      const sealed = keys.seal(subjectOf(heading, place), JSON.stringify(part, bigintAsText))
      await onDisk(written.write(`${sealed.toString('base64')}\n`))
      place += 1
    }
    for await (const part of parts) await add(part)
    await add({ is: 'end' } satisfies z.output<typeof End>)
    await onDisk(written.sync())
  } finally {
    await written.close()
  }
  await onDisk(rename(`${file}.new`, file))
}

/**
 * Reads the heading of a file, and its parts, which are opened as they are read. Undefined if it has no such heading.
 * @throws Error if the file cannot be read
 */
export async function readSealedFile<Heading extends object, Part extends object>(
  file: string,
  schemas: { readonly heading: z.ZodMiniType<Heading>; readonly part: z.ZodMiniType<Part> },
): Promise<
  | {
      readonly heading: Heading
      /** @throws DamagedFile while they are read */
      readonly parts: (keys: Pick<FileKeys, 'open'>) => AsyncGenerator<Part>
    }
  | undefined
> {
  const lines = (await open(file)).readLines()[Symbol.asyncIterator]()
  const first = await lines.next()
  const read = z.safeParse(schemas.heading, first.done ? undefined : parsed(first.value))
  if (!read.success) {
    await lines.return?.()
    return undefined
  }
  const heading = read.data
  return { heading, parts: (keys) => opened(keys, heading, lines, schemas.part) }
}

async function* opened<Part extends object>(
  keys: Pick<FileKeys, 'open'>,
  heading: object,
  lines: AsyncIterator<string>,
  schema: z.ZodMiniType<Part>,
): AsyncGenerator<Part> {
  const either = z.union([End, schema])
  for (let place = 0; ; place += 1) {
    const { value, done } = await lines.next()
    if (done === true) throw new DamagedFile('The end of the file is missing')
    const part = either.parse(JSON.parse(openedPart(keys, subjectOf(heading, place), value)))
    if (isEnd(part)) return
    yield part
  }
}

function isEnd(part: object): part is z.output<typeof End> {
  return 'is' in part && part.is === 'end'
}

function openedPart(keys: Pick<FileKeys, 'open'>, subject: string, line: string): string {
  try {
    return keys.open(subject, Buffer.from(line, 'base64'))
  } catch (error) {
    throw new DamagedFile('A part cannot be opened', { cause: error })
  }
}

/** @throws UnwrittenFile if the disk fails */
async function onDisk<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    throw new UnwrittenFile(error instanceof Error ? error.message : String(error), { cause: error })
  }
}

function subjectOf(heading: object, place: number): string {
  return `${JSON.stringify(heading)} ${place}`
}

function bigintAsText(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
