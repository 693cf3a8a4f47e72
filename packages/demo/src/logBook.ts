import { createWriteStream, renameSync, statSync, type WriteStream } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '@cambio/server/makeFolder.ts'
import { printableLine } from '@cambio/server/settings/printable.ts'
import { StartRefused } from '@cambio/server/settings/StartRefused.ts'
import * as z from 'zod/mini'

/** Keeps what a program prints, whole, and says what a person should hear of it. */
export type LogBook = { keep(line: string): void; close(): Promise<void> }

const LARGEST_FILE = 20 * 1024 * 1024
const REOPEN_AFTER_MS = 1_000

/**
 * Opens `log/{program}.log` in the data folder. Of one that has grown large the last generation is kept as `.1`.
 * @param print is called with warnings and errors, each as one sentence
 */
export function openLogBook(input: {
  dataDir: string
  program: string
  print: (sentence: string) => void
}): LogBook {
  const { program, print } = input
  const folder = join(input.dataDir, 'log')
  const path = join(folder, `${program}.log`)
  try {
    makeFolder(folder, 0o700)
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > LARGEST_FILE) renameSync(path, `${path}.1`)
  } catch (error) {
    throw new StartRefused(
      `The log folder ${folder} cannot be written: make it writable for this user, or set DATA_DIR to a folder that is.`,
      { cause: error },
    )
  }
  let file = open()
  let brokenAt: number | undefined

  function open(): WriteStream {
    const stream = createWriteStream(path, { flags: 'a', mode: 0o600 })
    // A full disk stops the log for a while, and not the service.
    stream.on('error', (error) => {
      if (stream !== file) return
      if (brokenAt === undefined)
        print(`The log ${path} cannot be written (${codeOf(error)}): lines are lost until it can.`)
      brokenAt = Date.now()
    })
    return stream
  }

  return {
    keep(line) {
      if (brokenAt !== undefined && Date.now() - brokenAt > REOPEN_AFTER_MS) file = open()
      file.write(`${line}\n`, (error) => {
        if (error || brokenAt === undefined) return
        brokenAt = undefined
        print(`The log ${path} is written again.`)
      })
      const sentence = worthSaying(line)
      if (sentence !== undefined) print(printableLine(`${program}: ${sentence}`))
    },
    close: () => new Promise((resolve) => file.end(() => resolve())),
  }
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

/** A line of the programs' logs, as far as it is retold. */
const Line = z.looseObject({ level: z.string(), event: z.string() })

/** What is in every line, or is told by the file. */
const unsaid = new Set(['level', 'event', 'time', 'program', 'error'])

/** Warnings and errors in words; whatever is no line of a log as it is. */
function worthSaying(line: string): string | undefined {
  const read = Line.safeParse(parsed(line))
  if (!read.success) return line === '' ? undefined : line
  const { level, event, ...rest } = read.data
  if (level !== 'warn' && level !== 'error') return undefined
  const fields = Object.entries(rest)
    .filter(([name, value]) => !unsaid.has(name) && typeof value !== 'object')
    .map(([name, value]) => `${name} ${String(value)}`)
  return fields.length === 0 ? event : `${event} (${fields.join(', ')})`
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
