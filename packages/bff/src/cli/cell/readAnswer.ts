import { readFile } from 'node:fs/promises'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import * as z from 'zod/mini'

/** Reads the --json output of a command from a file. @throws CallRefused */
export async function readAnswer<Schema extends z.ZodMiniType>(
  file: string,
  schema: Schema,
  command: string,
): Promise<z.output<Schema>> {
  const content = await readFile(file, 'utf8').catch(() => {
    throw new CallRefused(`${file} cannot be read. Nothing was done.`)
  })
  const read = z.safeParse(schema, parsed(content))
  if (read.success) return read.data
  throw new CallRefused(`${file} is not what “${command} --json” answers. Nothing was done.`)
}

function parsed(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    return undefined
  }
}
