import { ExchangeEnvironment } from '@cambio/bff/program/environment.ts'
import { CardsEnvironment } from '@cambio/cards/program/environment.ts'
import { bad, good, warning, type Finding } from '@cambio/server/doctor/Finding.ts'
import { misspeltVariables } from '@cambio/server/settings/misspeltVariables.ts'
import { StartRefused } from '@cambio/server/settings/StartRefused.ts'
import type { InstallationDeps } from '../InstallationDeps.ts'
import { onOwned } from '../Owned.ts'
import { programsOf, readSettings, type Settings } from '../Program.ts'
import { examineBefore } from './examineBefore.ts'
import { examineProgram } from './examineProgram.ts'

/** The oldest Node.js that the programs run on. */
const NODE_MAJOR = 24

export type UpgradeDeps = InstallationDeps & {
  /** The version of the Node.js that runs it. */
  readonly nodeVersion: string
}

/**
 * Examines what an upgrade of this installation to this checkout's version needs. It changes nothing.
 * @param before the checkout of the running version; undefined where only this one is available
 */
export async function examineUpgrade(deps: UpgradeDeps, before: string | undefined): Promise<Finding[]> {
  const { version, variables, nodeVersion, progress, clock } = deps
  const findings = [
    good('versions', `This is Cambio ${version}.`),
    node(nodeVersion),
    ...misspelt(variables),
    ...(before === undefined ? [] : await examineBefore(before, { version, variables })),
  ]
  const settings = settingsOr(variables)
  if (settings instanceof StartRefused)
    return [...findings, bad('settings', settings.message, 'Set it as the guide’s page Settings says.')]
  const now = clock.now()
  const ofDatabases = await onOwned(
    { programs: programsOf(settings), make: false, progress },
    async (owned) => {
      const found = await Promise.all(owned.map((each) => examineProgram(each, now)))
      return owned.length > 0 ? found.flat() : [nothing()]
    },
  )
  return [...findings, ...ofDatabases]
}

function node(version: string): Finding {
  return Number(/^v(\d+)/.exec(version)?.[1]) >= NODE_MAJOR
    ? good('versions', `Node.js is ${version}.`)
    : bad(
        'versions',
        `Node.js is ${version}.`,
        `Run it by version ${NODE_MAJOR}, as node_modules/.bin/node of the checkout is.`,
      )
}

function misspelt(variables: InstallationDeps['variables']): Finding[] {
  return misspeltVariables([ExchangeEnvironment, CardsEnvironment], variables).map((sentence) =>
    warning('settings', sentence, 'Rename or remove the variable.'),
  )
}

function settingsOr(variables: InstallationDeps['variables']): Settings | StartRefused {
  try {
    return readSettings(variables)
  } catch (error) {
    if (error instanceof StartRefused) return error
    throw error
  }
}

function nothing(): Finding {
  return bad(
    'database',
    'There is no installation to upgrade.',
    'Set DATABASE_URL to its database, or DATA_DIR to its folder.',
  )
}
