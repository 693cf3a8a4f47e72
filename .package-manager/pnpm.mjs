/*
 * pnpm, of the version and by the hash in pinned.json. npm fetches it, from whichever registry it is set to, and checks
 * what it fetched only against what the same registry says; so it is checked here before it runs. Runs on any Node from
 * version 18 on, needs nothing beside npm, and keeps what it has checked in bin/.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'

const folder = fileURLToPath(new URL('.', import.meta.url))
const { version, integrity } = JSON.parse(readFileSync(join(folder, 'pinned.json'), 'utf8'))
process.report.excludeNetwork = true
const isMusl = process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime
const machine = `${process.platform}-${process.arch}${isMusl ? '-musl' : ''}`

class Refused extends Error {}

try {
  run(integrity[machine] === undefined ? installed() : pinned(integrity[machine]), process.argv.slice(2))
} catch (error) {
  if (!(error instanceof Refused)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

/** Its folder is named by the hash: where that changes, another program is fetched. */
function pinned(expected) {
  const home = join(folder, 'bin', createHash('sha256').update(expected).digest('hex').slice(0, 16))
  if (!existsSync(join(home, 'pnpm'))) fetchTo(home, expected)
  return join(home, 'pnpm')
}

/** Made whole beside its place and then moved there, so that two who begin at once do not meet in the middle. */
function fetchTo(home, expected) {
  mkdirSync(join(folder, 'bin'), { recursive: true })
  const work = mkdtempSync(join(folder, 'bin', 'fetching-'))
  chmodSync(work, 0o755)
  try {
    const packed = join(work, packedBy(work))
    const bytes = readFileSync(packed)
    const found = `sha512-${createHash('sha512').update(bytes).digest('base64')}`
    if (found !== expected)
      throw new Refused(
        `pnpm ${version} for ${machine} came with another hash than .package-manager/pinned.json has; nothing of it was run.\n` +
          `Expected ${expected}\nReceived ${found}\n` +
          'Look at where npm gets its packages (npm config get registry), and do not change the hash before you know why.',
      )
    writeFileSync(join(work, 'pnpm'), fileIn(gunzipSync(bytes), 'package/pnpm'), { mode: 0o755 })
    rmSync(packed)
    moveTo(work, home)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** Whoever was first has the same. */
function moveTo(work, home) {
  try {
    renameSync(work, home)
  } catch (error) {
    if (!existsSync(join(home, 'pnpm'))) throw error
  }
}

/** The name of the package's file, as npm fetched it. */
function packedBy(work) {
  const { status } = spawnSync(
    'npm',
    ['pack', `@pnpm/exe.${machine}@${version}`, '--prefer-offline', '--silent', '--pack-destination', work],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const [name] = readdirSync(work)
  if (status === 0 && name !== undefined) return name
  throw new Refused(
    `npm did not get pnpm ${version} for ${machine}: check that it reaches its registry (npm ping), then try again.`,
  )
}

/** A file out of an archive in the form of tar: blocks of 512 bytes, each file behind one with its name and length. */
function fileIn(archive, wanted) {
  for (let at = 0; at < archive.length;) {
    const name = text(archive, at, 100)
    const size = Number.parseInt(text(archive, at + 124, 12), 8) || 0
    if (name === wanted) return archive.subarray(at + 512, at + 512 + size)
    at += 512 + Math.ceil(size / 512) * 512
  }
  throw new Refused(`The package of pnpm ${version} for ${machine} has no ${wanted}.`)
}

function text(bytes, start, length) {
  return bytes
    .toString('latin1', start, start + length)
    .replace(/\0.*$/s, '')
    .trim()
}

/** Where no hash is known, pnpm is the user's own. */
function installed() {
  const { stdout } = spawnSync('pnpm', ['--version'], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  if (stdout?.trim() === version) return 'pnpm'
  throw new Refused(
    `There is no pinned pnpm for ${machine}: have pnpm ${version} on the path, then try again.`,
  )
}

/** Scripts find the same pnpm by its name. A signal is passed on, and how pnpm ended is how this ends. */
function run(pnpm, words) {
  const isPinned = pnpm !== 'pnpm'
  const path = isPinned ? `${join(pnpm, '..')}${delimiter}${process.env['PATH']}` : process.env['PATH']
  const child = spawn(pnpm, words, {
    stdio: 'inherit',
    env: { ...process.env, PATH: path },
    shell: !isPinned && process.platform === 'win32',
  })
  // What is pressed in a terminal reaches all that runs there by itself, and twice it would cut a clean end short.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'))
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    process.stderr.write(`pnpm could not be started (${error.code}).\n`)
    process.exit(1)
  })
  child.on('close', (code, signal) => process.exit(signal === null ? code : 128 + constants.signals[signal]))
}
