import { execFile, spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect, onTestFinished, test, vi } from 'vitest'
import { bindPolicy } from './http/bindPolicy.ts'
import { runProgram } from './runProgram.ts'
import { programArguments } from './settings/programArguments.ts'
import { StartRefused } from './settings/StartRefused.ts'
import { VERSION } from './version.ts'

function fakeProcess() {
  const written: string[] = []
  const emitter = new EventEmitter()
  return Object.assign(emitter, {
    written,
    exitCode: undefined,
    stderr: { write: (text: string) => written.push(text) },
  })
}

test('a refusal to start is printed as its sentence and ends with exit code 1', async () => {
  const process = fakeProcess()
  await runProgram(() => Promise.reject(new StartRefused('Port 1 is in use.')), process)
  expect(process.written).toEqual(['Port 1 is in use.\n'])
  expect(process.exitCode).toBe(1)
})

test('an unexpected error is printed with its stack', async () => {
  const process = fakeProcess()
  await runProgram(() => Promise.reject(new TypeError('odd')), process)
  expect(process.written.join('')).toMatch(/TypeError: odd\n\s+at .*runProgram\.test\.ts/)
  expect(process.exitCode).toBe(1)
})

test.each(['SIGINT', 'SIGTERM'])(
  '%s asks the program to stop, even if a package manager passes it on, and a program that stops exits with success',
  async (signal) => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const process = fakeProcess()
    const stopping = Promise.withResolvers<void>()
    const running = runProgram(async (stopped) => {
      const aborted = Promise.withResolvers<void>()
      stopped.addEventListener('abort', () => aborted.resolve())
      await aborted.promise
      await stopping.promise
    }, process)
    process.emit(signal)
    process.emit(signal)
    expect(process.listenerCount(signal)).toBe(1)
    vi.advanceTimersByTime(1_000)
    // A later signal has its usual effect.
    expect(process.listenerCount(signal)).toBe(0)
    stopping.resolve()
    await running
    expect(process.exitCode).toBeUndefined()
    expect(process.listenerCount('SIGINT') + process.listenerCount('SIGTERM')).toBe(0)
  },
)

test('a start that is asked to stop before it has finished has not failed', async () => {
  const process = fakeProcess()
  const running = runProgram(async (stopped) => {
    const aborted = Promise.withResolvers<void>()
    stopped.addEventListener('abort', () => aborted.resolve())
    await aborted.promise
    throw new StartRefused('The card platform ended before it was ready (SIGTERM).')
  }, process)
  process.emit('SIGINT')
  await running
  expect(process.written).toEqual(['Stopped before it had started.\n'])
  expect(process.exitCode).toBeUndefined()
})

test('a sandbox listens on loopback only unless it is configured otherwise', () => {
  const policy =
    (host: string, sandbox = true, allowPublicSandbox = false) =>
    () =>
      bindPolicy({ host, sandbox, allowPublicSandbox })
  for (const host of ['localhost', '127.0.0.1', '127.8.0.1', '::1']) expect(policy(host)).not.toThrow()
  for (const host of ['0.0.0.0', '::', '192.168.0.4', 'example.com', '127.example.com']) {
    expect(policy(host)).toThrow('ALLOW_PUBLIC_SANDBOX=1')
    expect(policy(host, true, true)).not.toThrow()
    expect(policy(host, false)).not.toThrow()
  }
})

const TURN_MS = 200

test.each([
  ['from the signal on', 0],
  ['only a moment later', 40],
])('a program whose turns are long %s still ends in time', async (_when, quietMs) => {
  let turns = 0
  let isBusy = true
  const exited = Promise.withResolvers<number>()
  const process = Object.assign(fakeProcess(), { exit: () => exited.resolve(turns) })
  const work = () => {
    const until = performance.now() + TURN_MS
    while (performance.now() < until);
    turns += 1
    if (isBusy) setImmediate(work)
  }
  const ended = Promise.withResolvers<void>()
  const running = runProgram(() => ended.promise, process, { endsWithinMs: 3 * TURN_MS })
  if (quietMs === 0) setImmediate(work)
  else void setTimeout(quietMs).then(work)
  process.emit('SIGTERM')
  expect(await exited.promise).toBeLessThanOrEqual(2)
  isBusy = false
  // Its last turn is over before the next test measures.
  await setTimeout(1)
  ended.resolve()
  await running
})

/** Counts the files that a program loads, and reports them when it ends. */
const countingFiles = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  let files = 0
  const load = (url, context, next) => {
    if (url.startsWith('file:')) files += 1
    return next(url, context)
  }
  registerHooks({ load })
  process.on('exit', () => process.stderr.write('files: ' + files))`)}`

/** The number of files that a call of one of our programs loads, with its standard output and standard error. */
async function filesReadBy(entry: string, words: readonly string[]) {
  const path = new URL(`../../${entry}`, import.meta.url).pathname
  const args = [...programArguments, '--import', countingFiles, path, ...words]
  const env = { DATA_DIR: '/nonexistent' }
  const said = await promisify(execFile)(process.execPath, args, { env }).catch(
    (error: { stdout: string; stderr: string }) => error,
  )
  return { ...said, files: Number(/files: (\d+)$/.exec(said.stderr)?.[1]) }
}

// Loading a file takes a third of a millisecond: a command of a thousand files takes longer to load than to run.
test.each([
  ['bff/src/main.ts', 1_200],
  ['bff/src/cli.ts', 180],
  ['installation/src/cli.ts', 180],
  ['cards/src/main.ts', 620],
  ['cards/src/cli.ts', 150],
])('%s prints the version, and does nothing else; it is made of at most %i files', async (entry, most) => {
  const { stdout, files } = await filesReadBy(entry, ['--version'])
  expect(stdout).toBe(`Cambio ${VERSION}\n`)
  expect(files).toBeLessThanOrEqual(most)
})

test('a command loads its own dependencies, and not those of others', async () => {
  const { stderr, files } = await filesReadBy('installation/src/cli.ts', ['order', 'show', 'GB7Q9-040816'])
  expect(stderr).toMatch(/^There is no exchange in \/nonexistent/)
  expect(files).toBeLessThanOrEqual(430)
})

test('compiled code is kept in the folder that systemd gives a unit for that', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cambio-compiled-'))
  const path = new URL('version.ts', import.meta.url).pathname
  const env = { CACHE_DIRECTORY: folder }
  await promisify(execFile)(process.execPath, [...programArguments, path], { env })
  expect(await readdir(folder)).toHaveLength(1)
  await rm(folder, { recursive: true })
})

/** Waits until a folder has more files than so many, and returns how many. */
async function moreFilesThan(count: number, folder: string): Promise<number> {
  for (;;) {
    const files = await readdir(folder, { recursive: true }).catch(() => [])
    if (files.length > count) return files.length
    await setTimeout(50)
  }
}

test('a program that is killed has kept all that it compiled, also long after its start', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cambio-compiled-'))
  const script = `process.on('message', (url) => import(url).then(() => process.send('done')))
    process.send('ready')`
  const child = spawn(process.execPath, [...programArguments, '--input-type=module', '--eval', script], {
    env: { CACHE_DIRECTORY: folder },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  await once(child, 'message')
  let kept = 0
  for (const module of ['version.ts', 'csv.ts', 'once.ts']) {
    child.send(new URL(module, import.meta.url).href)
    kept = await moreFilesThan(kept + 1, folder)
  }
  child.kill('SIGKILL')
  await once(child, 'exit')
  await rm(folder, { recursive: true })
})

test('sources that were compiled without being run are a program without what strips types', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cambio-compiled-'))
  const [cache, sources] = [join(folder, 'cache'), join(folder, 'src')]
  await mkdir(sources)
  await writeFile(join(sources, 'later.ts'), 'export const answer: number = 42')
  await writeFile(
    join(sources, 'main.ts'),
    `const { answer } = await import('./later.ts')
     const strips = process.moduleLoadList.some((name: string) => name.includes('amaro'))
     process.stdout.write(JSON.stringify({ answer, strips }))`,
  )
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, [...programArguments, ...args], { env: { CACHE_DIRECTORY: cache } })
  const compiling = new URL('compileSources.ts', import.meta.url).pathname
  expect(await run(compiling, sources)).toEqual({ stdout: '', stderr: '' })
  const { stdout } = await run(join(sources, 'main.ts'))
  expect(JSON.parse(stdout)).toEqual({ answer: 42, strips: false })
  await rm(folder, { recursive: true })
})
