import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { StartRefused } from '@cambio/server/settings/StartRefused.ts'
import { hashOfSources } from './hashOfSources.ts'

/** What a program serves to browsers. */
export type Part = {
  /** As a person knows it. */
  readonly title: string
  /** Builds it anew, from nothing. */
  readonly command: readonly [program: string, ...words: string[]]
  /** In the folder that is built: what it was built of. Written last, so that a build that has it is whole. */
  readonly stamp: string
}

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** The files that the parts are made of. */
const SOURCES = [
  'packages/cards/frame',
  'packages/embed',
  'packages/widget',
  'packages/wire',
  'pnpm-lock.yaml',
].map((path) => join(root, path))

const cardForm = partOf('card form', '@cambio/cards', 'packages/cards/dist/frame')
const widget = partOf('widget', '@cambio/widget', 'packages/widget/dist')
const loader = partOf('loader', '@cambio/embed', 'packages/embed/dist')

function partOf(title: string, name: string, folder: string): Part {
  return {
    title,
    command: ['pnpm', '--filter', name, 'run', 'build'],
    stamp: join(root, folder, 'built'),
  }
}

/** Builds all parts at once. Answers for each program when what it serves is built. */
export function buildPages(input: {
  print: (sentence: string) => void
  stopped: AbortSignal
}): Readonly<Record<'cards' | 'exchange', Promise<void>>> {
  const sources = hashOfSources(SOURCES)
  const build = async (parts: readonly Part[]) => {
    const hash = await sources
    await Promise.all(parts.map((part) => buildPart({ ...input, part, hash })))
  }
  const built = { cards: build([cardForm]), exchange: build([widget, loader]) }
  // Whoever waits for one learns of its failure; nobody may have begun to wait.
  for (const each of Object.values(built)) each.catch(() => {})
  return built
}

/**
 * Builds a part where it is not built of these sources.
 * @param input.hash of its sources
 * @param input.stopped ends the build
 * @throws StartRefused when it cannot be built, with what its build said
 */
export async function buildPart({
  part: { title, command, stamp },
  hash,
  print,
  stopped,
}: {
  part: Part
  hash: string
  print: (sentence: string) => void
  stopped: AbortSignal
}): Promise<void> {
  if ((await readFile(stamp, 'utf8').catch(() => '')) === hash) return
  print(`Building the ${title}…`)
  const [program, ...words] = command
  const child = spawn(program, words, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], signal: stopped })
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => said.push(String(text)))
  const failed = once(child, 'error').then(([error]) => String(error))
  const closed = once(child, 'close').then(([code, signal]) =>
    code === 0 ? undefined : (signal ?? `exit code ${code}`),
  )
  const failure = await Promise.race([failed, closed])
  if (failure === undefined) return writeFile(stamp, hash)
  const why = stripVTControlCharacters(said.join('')).trim()
  throw new StartRefused(
    `The ${title} could not be built (${failure}), so Cambio was not started. Its build said:\n${why}`,
  )
}
