import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { runShell, type ShellCommand } from '@cambio/demo/test/runShell.ts'
import { freePort } from '@cambio/server/freePort.ts'
import { addresses } from './addresses.ts'
import { runCommand } from './runCommand.ts'

const source = fileURLToPath(new URL('../../packages/guide/examples', import.meta.url))
/** The exchange as the guide names it. */
const EXCHANGE_OF_GUIDE = 'http://localhost:8787'
/** How often is looked whether a server answers, milliseconds. */
const LOOK_EVERY_MS = 100

/** Copies the guide's examples into a folder. The copies name this run's exchange. */
export async function copyExamples(into: string): Promise<void> {
  await cp(source, into, { recursive: true, filter: (path) => !/\/(?:node_modules|dist)$/.test(path) })
  for (const entry of await readdir(into, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    const text = await readFile(file, 'utf8')
    await writeFile(file, text.replaceAll(EXCHANGE_OF_GUIDE, addresses.exchange))
  }
}

/** An example's server, which runs as a partner of its own. */
export type ServedExample = {
  readonly url: string
  readonly printed: () => string
  readonly stop: () => Promise<void>
}

/**
 * Runs the server of an example by its command, and waits until it answers. Its partner has the server's origin and is
 * sent callbacks there.
 * @param folder where the command is run
 * @throws Error with all that it printed when it ends before it answers
 */
export async function serveExample(command: string, folder: string): Promise<ServedExample> {
  const port = await freePort(0)
  const url = `http://127.0.0.1:${port}`
  const where = ['--origin', url, '--callback-url', `${url}/callbacks`]
  const made = await runCommand('partner', 'create', '--name', `Example ${port}`, ...where, '--json')
  const partner: Record<'api_key' | 'secret' | 'callback_secret', string> = JSON.parse(made)
  const running = run(command, folder, {
    PORT: String(port),
    CAMBIO_URL: addresses.exchange,
    CAMBIO_API_KEY: partner.api_key,
    CAMBIO_SECRET: partner.secret,
    CAMBIO_CALLBACK_SECRET: partner.callback_secret,
  })
  const answers = () =>
    fetch(url).then(
      () => true,
      () => false,
    )
  while (!(await answers())) {
    if (running.hasEnded()) throw new Error(`${command} has ended:\n${running.printed()}`)
    await after(LOOK_EVERY_MS)
  }
  return { url, printed: running.printed, stop: () => running.stop() }
}

/** Runs commands of an example one after the other. @throws Error with all that they printed when one fails */
export async function runInExample(commands: string, folder: string): Promise<void> {
  const running = run(`set -e\n${commands}`, folder, {})
  if ((await running.ended) !== 0) throw new Error(`${commands} fails:\n${running.printed()}`)
}

/** Runs a command of an example, which takes none of the product's own settings. */
function run(command: string, cwd: string, settings: Readonly<Record<string, string>>): ShellCommand {
  const { BASE_URL: _, DATA_DIR: __, ...environment } = process.env
  return runShell(command, { cwd, environment: { ...environment, ...settings } })
}
