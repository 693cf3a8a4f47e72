import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ExchangeEnvironment } from '@cambio/bff/program/environment.ts'
import { CardsEnvironment } from '@cambio/cards/program/environment.ts'
import { misspeltVariables } from '@cambio/server/settings/misspeltVariables.ts'
import { runCommandLine } from '@cambio/server/testing/testingCommandLine.ts'
import { expect, test } from 'vitest'
import { DemoEnvironment } from '../src/DemoEnvironment.ts'

/* `outage.test.ts` has the programs warn. */

const schemas = [DemoEnvironment, ExchangeEnvironment, CardsEnvironment]

test('no program takes another one’s variables for misspelt ones of its own', () => {
  const all = Object.fromEntries(
    schemas.flatMap(({ shape }) => Object.keys(shape)).map((name) => [name, 'x']),
  )
  expect(schemas.map((schema) => misspeltVariables([schema], all))).toEqual([[], [], []])
})

test.each([
  ['bff', 'BASE_URl', 'BASE_URL'],
  ['cards', 'PAYMENT_URl', 'PAYMENT_URL'],
])('the command line of %s warns of %s and names %s', async (folder, name, meant) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'cambio-misspelt-'))
  const said = `${name} is set, but no variable has this name: did you mean ${meant}?`
  try {
    const entry = new URL(`../../${folder}/src/cli.ts`, import.meta.url)
    const { stdout, stderr } = await runCommandLine(entry, { DATA_DIR: dataDir, [name]: 'hunter2' }, ['help'])
    expect(stderr).toBe(`${said}\n`)
    expect(stdout).not.toContain(said)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})
