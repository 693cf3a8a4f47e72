import { execFile } from 'node:child_process'
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { ExchangeEnvironment } from '@cambio/bff/program/environment.ts'
import { CardsEnvironment } from '@cambio/cards/program/environment.ts'
import { expect, test } from 'vitest'
import { readSettings } from '../src/Program.ts'

const run = promisify(execFile)
const sign = join(import.meta.dirname, '../src/release/sign.ts')
const guide = join(import.meta.dirname, '../../guide/pages/operating/run.md')

test('a signed release is proved by the command of the guide, and one that was altered is not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cambio-release-'))
  const keys = await mkdtemp(join(tmpdir(), 'cambio-release-keys-'))
  try {
    const key = join(keys, 'release.key')
    await run('openssl', ['genpkey', '-algorithm', 'ed25519', '-out', key])
    await writeFile(join(folder, 'cambio-0.1.0.tar.gz'), 'the sources')
    await writeFile(join(folder, 'cambio image.tar'), 'the image')
    const { stdout: publicKey } = await run(process.execPath, [sign, '--folder', folder, '--key', key])
    const proof = (await readFile(guide, 'utf8'))
      .split('\n')
      .find((line) => line.startsWith('openssl pkeyutl'))
    const prove = () =>
      run('sh', ['-c', proof ?? ''], { cwd: folder }).then(
        ({ stdout }) => stdout,
        ({ stdout, stderr }: { stdout: string; stderr: string }) => `refused: ${stdout}${stderr}`,
      )
    await writeFile(join(folder, 'cambio.pub'), publicKey)
    expect(await prove()).toMatch(
      /^Signature Verified Successfully\ncambio image\.tar: OK\ncambio-0\.1\.0\.tar\.gz: OK\n$/,
    )

    await appendFile(join(folder, 'cambio image.tar'), '!')
    expect(await prove()).toMatch(/^refused: .*cambio image\.tar: FAILED\n/s)
    await appendFile(join(folder, 'SHA256SUMS'), '\n')
    expect(await prove()).toMatch(/^refused: Signature Verification Failure/)
  } finally {
    await rm(folder, { recursive: true })
    await rm(keys, { recursive: true })
  }
})

test('every setting may be left out, so that a new one stops no installation', () => {
  expect(() => readSettings({})).not.toThrow()
  for (const { shape } of [ExchangeEnvironment, CardsEnvironment])
    expect(
      Object.entries(shape)
        .filter(([, setting]) => !setting.safeParse(undefined).success)
        .map(([name]) => name),
    ).toEqual([])
})
