import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as exchangeStore from '@cambio/bff/store/openStore.ts'
import * as cardsStore from '@cambio/cards/program/migrations.ts'
import { testDatabase } from '@cambio/server/testing/postgres/testing.ts'
import { expect, test } from 'vitest'
import { endedWell, start } from './live/program.ts'

/* Who gets into a program that runs finds no way to what its tables' owner may do. */

const programs = [
  ['bff/src/main.ts', '', { ...exchangeStore, directories: exchangeStore.migrations }],
  [
    'cards/src/main.ts',
    'CARDS_',
    { schema: cardsStore.schema, appRole: 'cards_app', directories: cardsStore.migrations },
  ],
] as const

test.for(programs)(
  'the program of %s has its owner’s address neither in its environment nor in its memory',
  async ([entry, prefix, set]) => {
    const folder = await mkdtemp(join(tmpdir(), 'cambio-owner-'))
    const data = await testDatabase(set)
    const ownerUrl = new URL(data.ownerUrl)
    // A word of its own, which a server that asks for no password does not mind.
    ownerUrl.searchParams.set('application_name', `owner_${data.ownerUrl.length}_of_the_tables`)
    const program = await start(entry, {
      DATA_DIR: folder,
      PORT: '0',
      CARDS_PORT: '0',
      [`${prefix}DATABASE_URL`]: data.url,
      [`${prefix}DATABASE_OWNER_URL`]: ownerUrl.href,
      NODE_OPTIONS: `--diagnostic-dir=${folder} --report-directory=${folder} --report-on-signal --report-signal=SIGUSR2 --heapsnapshot-signal=SIGHUP`,
    })
    try {
      const report = await written(folder, /^report.*json$/, () => process.kill(program.pid, 'SIGUSR2'))
      expect(report).toContain(`"${prefix}DATABASE_URL"`)
      expect(report.includes('of_the_tables')).toBe(false)
      const memory = await written(folder, /heapsnapshot$/, () => process.kill(program.pid, 'SIGHUP'))
      expect(memory.includes(new URL(data.url).pathname.slice(1))).toBe(true)
      expect(memory.includes('of_the_tables')).toBe(false)
    } finally {
      await program.stop()
      await data.close()
      await rm(folder, { recursive: true })
    }
  },
)

test('a live program without its owner’s address starts, and with it warns that the system still shows it', async () => {
  const [, [entry, , set]] = programs
  const data = await testDatabase(set)
  const live = {
    MODE: 'live',
    CARDS_PORT: '0',
    PAYMENT_URL: 'https://cards.example.com',
    CARDS_KEY: Buffer.alloc(32, 5).toString('base64'),
    CARDS_DATABASE_URL: data.url,
    CARDS_UPSTREAM_URL: 'https://acquirer.example.com',
    CARDS_UPSTREAM_CLIENT_KEY: '22222222-2222-4222-8222-222222222222',
    CARDS_UPSTREAM_PASSWORD: 'upstream-password',
  }
  try {
    const apart = await start(entry, live)
    const shown = await readFile(`/proc/${apart.pid}/environ`, 'utf8')
    expect(shown).toContain(data.url)
    expect(shown).not.toContain('OWNER_URL')
    expect((await apart.stop()).stdout).not.toContain('still shows')
    const together = await start(entry, { ...live, CARDS_DATABASE_OWNER_URL: data.ownerUrl })
    const { code, stdout } = await together.stop()
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/"level":"warn".*still shows CARDS_DATABASE_OWNER_URL/),
    ])
  } finally {
    await data.close()
  }
})

test('a live program takes its secrets from files, and the system shows none of them', async () => {
  const [, [entry, , set]] = programs
  const data = await testDatabase(set)
  const folder = await mkdtemp(join(tmpdir(), 'cambio-secrets-'))
  const secrets = {
    CARDS_KEY: Buffer.alloc(32, 5).toString('base64'),
    CARDS_DATABASE_URL: data.url,
    CARDS_UPSTREAM_PASSWORD: 'upstream-password',
    owner: data.ownerUrl,
  }
  for (const [name, text] of Object.entries(secrets)) await writeFile(join(folder, name), `${text}\n`)
  try {
    const program = await start(entry, {
      MODE: 'live',
      CARDS_PORT: '0',
      PAYMENT_URL: 'https://cards.example.com',
      CARDS_DATABASE_OWNER_URL_FILE: join(folder, 'owner'),
      CARDS_UPSTREAM_URL: 'https://acquirer.example.com',
      CARDS_UPSTREAM_CLIENT_KEY: '22222222-2222-4222-8222-222222222222',
      CREDENTIALS_DIRECTORY: folder,
    })
    const shown = await readFile(`/proc/${program.pid}/environ`, 'utf8')
    for (const secret of Object.values(secrets)) expect(shown).not.toContain(secret)
    expect(endedWell).toContain((await program.stop()).code)
  } finally {
    await data.close()
    await rm(folder, { recursive: true })
  }
})

/** What a program writes into a folder when it is asked to, once that is whole. */
async function written(folder: string, name: RegExp, request: () => void): Promise<string> {
  request()
  let text = ''
  await expect
    .poll(async () => {
      const file = (await readdir(folder)).find((each) => name.test(each))
      text = file === undefined ? '' : await readFile(join(folder, file), 'utf8')
      return isWhole(text)
    })
    .toBe(true)
  return text
}

/** Whether all of a file is there: it ends as JSON of several levels does. To parse it takes as long as to write it. */
function isWhole(text: string): boolean {
  return /[}\]]\s*\}\s*$/.test(text.slice(-20))
}
