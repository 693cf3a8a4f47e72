import type * as z from 'zod/mini'
import { DamagedFile, readSealedFile, UnwrittenFile } from '../keys/sealedFile.ts'
import { required, text } from './arguments.ts'
import { CallRefused } from './CallRefused.ts'

/* Sealed files that one command writes and the next one reads, with refusals that say what to do. */

/** The file that the command before this one wrote. */
export function handedFile(writer: string) {
  return required(text('<file>'), `Name the file that “${writer}” wrote.`)
}

/** The file that the next command reads. */
export function nextFile(example: string) {
  return required(text('FILE'), `Name the file to write: --file ${example}.`)
}

/**
 * Reads a file that another command wrote.
 * @param writer the command that writes such files
 * @throws CallRefused if it cannot be read, or is another file
 */
export async function readHandedFile<Heading extends object, Part extends object>(
  file: string,
  schemas: { readonly heading: z.ZodMiniType<Heading>; readonly part: z.ZodMiniType<Part> },
  writer: string,
) {
  const read = await readSealedFile(file, schemas).catch(() => {
    throw new CallRefused(`${file} cannot be read. Nothing was done.`)
  })
  if (read) return read
  throw new CallRefused(`${file} is not a file that “${writer}” writes. Nothing was done.`)
}

/**
 * Waits for work that reads a file.
 * @param key what both programs must have the same of
 * @throws CallRefused if a part cannot be opened
 */
export async function refusingDamage<Result>(
  { file, key }: { readonly file: string; readonly key: string },
  work: Promise<Result>,
): Promise<Result> {
  return work.catch((error: unknown) => {
    if (!(error instanceof DamagedFile)) throw error
    throw new CallRefused(`${file} is damaged, or ${key} differs where it was written. Nothing was done.`)
  })
}

/** Waits until a file is written. @throws CallRefused if the disk refuses it */
export async function refusingUnwritten<Result>(work: Promise<Result>): Promise<Result> {
  return work.catch((error: unknown) => {
    if (!(error instanceof UnwrittenFile)) throw error
    throw new CallRefused(
      `The file could not be written (${error.message}). Run this again with a file that can be written.`,
    )
  })
}
