import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ExchangeEnvironment } from '@cambio/bff/program/environment.ts'
import { plan as exchangePlan } from '@cambio/bff/store/openStore.ts'
import { CardsEnvironment } from '@cambio/cards/program/environment.ts'
import { plan as cardsPlan } from '@cambio/cards/program/openStore.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { bad, good, warning, type Finding } from '@cambio/server/doctor/Finding.ts'
import { migrationsIn } from '@cambio/server/postgres/migrate.ts'
import * as z from 'zod/mini'

type Upgrade = {
  readonly version: string
  readonly variables: Readonly<Record<string, string | undefined>>
}

/** What is read from the checkout of another version, from files that every version has. */
const Environments = z.object({
  ExchangeEnvironment: z.optional(z.object({ shape: z.record(z.string(), z.unknown()) })),
  CardsEnvironment: z.optional(z.object({ shape: z.record(z.string(), z.unknown()) })),
})
const Migrations = z.object({ migrations: z.array(z.string()) })

/**
 * Compares the running version with this one: settings that are removed or new, and whether its programs may run beside
 * this version's.
 * @param folder its installed checkout
 * @throws CallRefused where the folder contains no readable checkout
 */
export async function examineBefore(folder: string, { version, variables }: Upgrade): Promise<Finding[]> {
  const before = await readBefore(folder)
  const ours = new Set([...Object.keys(ExchangeEnvironment.shape), ...Object.keys(CardsEnvironment.shape)])
  const gone = [...before.settings].filter((name) => !ours.has(name))
  const fresh = [...ours].filter((name) => !before.settings.has(name))
  const isSet = (name: string) => Boolean(variables[name]) || Boolean(variables[`${name}_FILE`])
  return [
    good('versions', `${before.version} runs, and is to become ${version}.`),
    ...gone
      .filter(isSet)
      .map((name) =>
        bad(
          'settings',
          `${name} is set, and means nothing any more.`,
          'Look at the changelog, and take it away.',
        ),
      ),
    ...(fresh.length === 0
      ? [good('settings', 'There are no new settings.')]
      : [good('settings', `These are new, each with a default: ${fresh.join(', ')}.`)]),
    await beside(before.migrations),
  ]
}

/** Programs of the previous version can go on where this version has all of their migrations unchanged. */
async function beside(migrationsBefore: readonly string[]): Promise<Finding> {
  const here = await migrationsIn([...exchangePlan.migrations, ...cardsPlan.migrations])
  const checksums = new Map(here.map(({ name, checksum }) => [name, checksum]))
  const there = await migrationsIn(migrationsBefore)
  const other = there.filter(({ name, checksum }) => checksums.get(name) !== checksum).map(({ name }) => name)
  return other.length === 0
    ? good(
        'beside',
        'Programs of both versions may run on one database: migrate first, then start these, then end the old ones.',
      )
    : warning(
        'beside',
        `The versions share not all migrations: ${other.join(', ')}.`,
        'End the old programs before “migrate”, or upgrade by way of the versions between.',
      )
}

async function readBefore(folder: string) {
  const root = resolve(folder)
  const read = (path: string): Promise<unknown> => import(pathToFileURL(join(root, path)).href)
  try {
    const { version } = z
      .object({ version: z.string() })
      .parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')))
    const exchange = Environments.parse(await read('packages/bff/src/program/environment.ts'))
    const cards = Environments.parse(await read('packages/cards/src/program/environment.ts'))
    const ofExchange = Migrations.parse(await read('packages/bff/src/store/openStore.ts'))
    const ofCards = Migrations.parse(await read('packages/cards/src/program/migrations.ts'))
    const settings = new Set([
      ...Object.keys(exchange.ExchangeEnvironment?.shape ?? {}),
      ...Object.keys(cards.CardsEnvironment?.shape ?? {}),
    ])
    return { version, settings, migrations: [...ofExchange.migrations, ...ofCards.migrations] }
  } catch (error) {
    throw new CallRefused(
      `${root} holds no installed checkout of Cambio that can be read: give --before the folder of the version that runs.`,
      { cause: error },
    )
  }
}
