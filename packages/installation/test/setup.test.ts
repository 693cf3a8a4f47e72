import { execFile, spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { programArguments } from '@cambio/server/settings/programArguments.ts'
import { runCommandLine } from '@cambio/server/testing/testingCommandLine.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'

const cli = new URL('../src/cli.ts', import.meta.url)

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cambio-setup-'))
})
afterEach(() => rm(folder, { recursive: true }))

const live = {
  MODE: 'live',
  BASE_URL: 'https://exchange.example.com',
  PAYMENT_URL: 'https://cards.example.com',
  DATABASE_URL: 'postgres://exchange_app:hunter2@127.0.0.1:9/exchange',
  DATABASE_OWNER_URL: 'postgres://exchange_owner:hunter2@127.0.0.1:9/exchange',
  DATABASE_READ_URL: 'postgres://exchange_app:hunter2@127.0.0.1:9/standby',
  CARDS_DATABASE_URL: 'postgres://cards_app:hunter2@127.0.0.1:9/cards',
  CARDS_DATABASE_OWNER_URL: 'postgres://cards_owner:hunter2@127.0.0.1:9/cards',
  CARDS_STRIPE_KEY: 'hunter2-at-stripe',
  SMTP_URL: 'smtps://codes:hunter2@mail.example.com',
  MAIL_FROM: '"Cambio <codes@exchange.example.com>"',
}

async function byFile(answers: Record<string, string>, ...words: string[]) {
  const file = join(folder, 'answers')
  await writeFile(
    file,
    Object.entries(answers)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  )
  return runCommandLine(cli, {}, ['setup', '--to', join(folder, 'etc'), '--answers', file, ...words])
}

const modeOf = async (path: string) => (await stat(join(folder, path))).mode & 0o777

test('setup turns a file of answers into settings, secrets and units that are given only their own secrets', async () => {
  const { code, stdout, stderr } = await byFile(live)
  expect([code, stderr]).toEqual([0, ''])
  for (const name of ['DATABASE_OWNER_URL', 'DATABASE_READ_URL'])
    expect(stdout).toContain(`PostgreSQL does not let us in at ${name}.`)
  expect(stdout).not.toContain('hunter2')
  expect([
    await modeOf('etc'),
    await modeOf('etc/exchange.env'),
    await modeOf('etc/secrets/SMTP_URL'),
  ]).toEqual([0o700, 0o600, 0o600])
  expect(await readFile(join(folder, 'etc/secrets/EXCHANGE_KEY'), 'utf8')).toMatch(/^[\w+/]{43}=\n$/)
  const unit = (name: string) => readFile(join(folder, `etc/systemd/cambio-${name}.service`), 'utf8')
  const given = async (name: string) =>
    [...(await unit(name)).matchAll(/^LoadCredential=(\w+):(.*)$/gm)].map(([, secret, path]) => [
      secret,
      path,
    ])
  const secret = (name: string) => [name, join(folder, 'etc/secrets', name)]
  expect(await given('exchange')).toEqual(
    ['DATABASE_URL', 'DATABASE_READ_URL', 'EXCHANGE_KEY', 'SMTP_URL'].map(secret),
  )
  expect(await given('cards')).toEqual(['CARDS_DATABASE_URL', 'CARDS_KEY', 'CARDS_STRIPE_KEY'].map(secret))
  expect(await given('cards-migrate')).toEqual(['CARDS_DATABASE_URL', 'CARDS_DATABASE_OWNER_URL'].map(secret))
  expect(await unit('cards')).toContain(`EnvironmentFile=${folder}/etc/cards.env`)

  // A shell and the programs read what was written.
  const doctor = `set -a; . ${folder}/etc/exchange.env; exec ${process.execPath} ${programArguments.join(' ')} ${fileURLToPath(cli)} doctor`
  const env = { PATH: process.env['PATH'], CREDENTIALS_DIRECTORY: join(folder, 'etc/secrets') }
  const said = await promisify(execFile)('sh', ['-c', doctor], { env }).catch(
    (error: { stdout: string }) => error,
  )
  expect(said.stdout).toContain('MODE is live.')
})

test('setup names everything that is missing, wrong or unknown at once, and writes nothing', async () => {
  const wrong = {
    DATABASE_URL: '',
    BASE_URL: 'hunter2',
    SHOE_SIZE: '44',
    PAYMENT_ULR: 'https://cards.example.com',
  }
  const { code, stderr } = await byFile({ ...live, ...wrong })
  expect([code, await readdir(folder)]).toEqual([1, ['answers']])
  for (const part of [
    'DATABASE_URL is missing',
    'BASE_URL must be an http or https address',
    'SHOE_SIZE is not asked for in this mode',
    'PAYMENT_ULR is not asked for: did you mean PAYMENT_URL?',
  ])
    expect(stderr).toContain(part)
  expect(stderr).not.toContain('hunter2')
})

test('setup replaces existing files only where it was allowed to', async () => {
  await byFile(live)
  const keyOf = () => readFile(join(folder, 'etc/secrets/CARDS_KEY'), 'utf8')
  const first = await keyOf()
  const settings = () => readFile(join(folder, 'etc/exchange.env'), 'utf8')
  expect((await byFile(live)).stdout).toContain('0 files')
  const moved = { ...live, BASE_URL: 'https://moved.example.com' }
  const again = await byFile(moved)
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('stay as they are')])
  expect(await settings()).not.toContain('moved')
  expect((await byFile(moved, '--replace', 'yes')).code).toBe(0)
  expect(await settings()).toContain('moved')
  // What was sealed under a key opens under no other.
  expect(await keyOf()).toBe(first)
})

test('setup asks a person again after an impossible answer, and asks little for a sandbox', async () => {
  const child = spawn(
    process.execPath,
    [...programArguments, fileURLToPath(cli), 'setup', '--to', join(folder, 'etc')],
    {
      env: { PATH: process.env['PATH'] },
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  )
  child.stdin.end(['no idea', 'sandbox', '', 'https://cards.example.com', '', '', ''].join('\n') + '\n')
  const [asked, said] = await Promise.all([text(child.stderr), text(child.stdout)])
  expect(asked).toContain('MODE must be sandbox or live.')
  expect(said).toContain('MODE is sandbox, and every answer can be read.')
  expect(await readFile(join(folder, 'etc/cards.env'), 'utf8')).toBe(
    'MODE=sandbox\nPAYMENT_URL=https://cards.example.com\nTRUSTED_PROXIES=127.0.0.1\n',
  )
  expect(await readdir(join(folder, 'etc/systemd'))).toEqual([
    'cambio-cards.service',
    'cambio-exchange.service',
  ])
})
