import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pack, root } from '../test/FreshProject.ts'
import { runShell, type ShellCommand } from '../test/runShell.ts'
import { guideBlocks, programOf } from './guideBlocks.ts'

/*
 * A stopwatch: from the guide's command that starts the sandbox to a genuine callback that an order is finished, in a new
 * folder, by the guide's own programs and commands as they stand. The guide names the ports, so they have to be free.
 */

const STARTED_WITHIN_MS = 300_000
const FINISHED_WITHIN_MS = 300_000
const RECEIVER = 'http://127.0.0.1:8795/'
const languages = [
  { tab: 'TypeScript', file: 'ts' },
  { tab: 'Python', file: 'py' },
  { tab: 'PHP', file: 'php' },
  { tab: 'Go', file: 'go' },
] as const

let folder: string
let dataDir: string
let product: ShellCommand
let startedSeconds: number

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cambio-first-order-'))
  dataDir = await mkdtemp(join(tmpdir(), 'cambio-data-'))
  for (const port of [8787, 8788, 8789, 8790, 8795]) await expectFree(port)
  const start = (await guideBlocks('callbacks/test')).find(({ text }) => text.endsWith('npm start\n'))
  const began = performance.now()
  product = run(start?.text ?? '', root, { DATA_DIR: dataDir })
  await untilPrinted(product, /Cambio is running/)
  startedSeconds = (performance.now() - began) / 1_000
}, STARTED_WITHIN_MS)

afterAll(async () => {
  await product?.stop()
  for (const each of [folder, dataDir]) await rm(each, { recursive: true, force: true })
})

test.each(languages)(
  'the guide’s programs in $tab create an order and hear by a genuine callback that it is finished',
  async ({ tab, file }) => {
    const order = programOf(await guideBlocks('start/first-order'), tab)
    const receiver = programOf(await guideBlocks('callbacks/receiver'), tab)
    const project = await mkdtemp(join(folder, `${file}-`))
    const began = performance.now()
    if (tab === 'TypeScript') await installPackage(project)
    await writeFile(join(project, `first-order.${file}`), order.program)
    await writeFile(join(project, `receiver.${file}`), receiver.program)
    const receiving = run(receiver.command, project)
    try {
      await untilListening(receiving)
      expect((await fetch(RECEIVER, { method: 'POST', body: '{}' })).status).toBe(401)
      const ordering = run(order.command, project)
      await untilPrinted(ordering, /paid out: 0x[0-9a-f]{64}/)
      await untilPrinted(receiving, /^.*first-\d+ finished$/m)
      const seconds = (performance.now() - began) / 1_000
      process.stdout.write(
        `${tab}: ${(startedSeconds + seconds).toFixed(1)} s, of which npm start took ${startedSeconds.toFixed(1)} s\n`,
      )
    } finally {
      await receiving.stop()
    }
  },
  FINISHED_WITHIN_MS,
)

/** The test runner's variables, of which the product would take some for its own. */
const OF_RUNNER = /^(?:VITEST.*|MODE|BASE_URL|DEV|PROD|SSR|TEST|NODE_ENV)$/
const ownEnvironment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !OF_RUNNER.test(name)),
)

/** Runs a command of the guide. */
function run(command: string, cwd: string, more: Readonly<Record<string, string>> = {}): ShellCommand {
  return runShell(command, { cwd, environment: { ...ownEnvironment, ...more } })
}

/** Waits until a command has printed something like this. @throws Error with all that it printed when it ended before */
async function untilPrinted(running: ShellCommand, pattern: RegExp): Promise<void> {
  while (!pattern.test(running.printed())) {
    if (running.hasEnded()) throw new Error(`It has not printed ${pattern}:\n${running.printed()}`)
    await after(50)
  }
}

/** As the guide says: packed in the checkout, installed in the project. */
async function installPackage(project: string): Promise<void> {
  const tarball = await pack('partner', project)
  expect(await run(`npm install ${tarball}`, project).ended).toBe(0)
}

async function untilListening(receiving: ShellCommand): Promise<void> {
  while (!(await isListening(8795))) {
    if (receiving.hasEnded()) throw new Error('The receiver has ended. Is its language installed?')
    await after(50)
  }
}

async function expectFree(port: number): Promise<void> {
  if (await isListening(port)) throw new Error(`Port ${port} is in use: the guide’s programs need it.`)
}

async function isListening(port: number): Promise<boolean> {
  const socket = createConnection({ host: '127.0.0.1', port })
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
  }).then((answer) => {
    socket.destroy()
    return answer === true
  })
}
