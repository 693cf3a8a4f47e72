import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StartRefused } from '@cambio/server/settings/StartRefused.ts'

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

/** Of each program, what it serves. */
const PARTS = {
  cards: {
    title: 'card form',
    command: ['pnpm', '--filter', '@cambio/cards', 'run', 'build'],
    stamp: join(root, 'packages/cards/dist/frame/built'),
  },
  exchange: {
    title: 'widget',
    command: ['pnpm', '--filter', '@cambio/widget', '--filter', '@cambio/embed', 'run', 'build'],
    stamp: join(root, 'packages/widget/dist/built'),
  },
} satisfies Record<string, Part>

/** Builds the parts of each program at once. */
export function buildPages(input: {
  print: (sentence: string) => void
  stopped: AbortSignal
}): Record<keyof typeof PARTS, Promise<void>> {
  const sources = hashOf(SOURCES)
  const build = (part: Part) => {
    const built = sources.then((hash) => buildPart({ ...input, part, hash }))
    // Whoever waits for it learns of its failure; nobody may have begun to wait.
    built.catch(() => {})
    return built
  }
  return { cards: build(PARTS.cards), exchange: build(PARTS.exchange) }
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
  const closed = once(child, 'close').then(([code, signal]) => (code === 0 ? undefined : (signal ?? code)))
  const failure = await Promise.race([failed, closed])
  if (failure === undefined) return writeFile(stamp, hash)
  throw new StartRefused(
    `The ${title} could not be built (${failure}), so nothing was started. Its build said:\n${said.join('').trim()}`,
  )
}

/** One hash of all files in these folders, but for what is installed or built there, and of these files. */
async function hashOf(paths: readonly string[]): Promise<string> {
  const files = await Promise.all(paths.map(filesOf))
  const hash = createHash('sha256')
  for (const path of files.flat().toSorted())
    hash.update(`${relative(root, path)}\0`).update(await readFile(path))
  return hash.digest('hex')
}

async function filesOf(path: string): Promise<string[]> {
  if ((await stat(path)).isFile()) return [path]
  const entries = await readdir(path, { withFileTypes: true })
  const own = entries.filter(({ name }) => name !== 'node_modules' && name !== 'dist')
  return (await Promise.all(own.map(({ name }) => filesOf(join(path, name))))).flat()
}
