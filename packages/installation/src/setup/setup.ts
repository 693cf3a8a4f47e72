import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { incompleteProviders } from '@cambio/bff/program/liveNeeds.ts'
import { openOwner } from '@cambio/server/backup/snapshot.ts'
import { optional, text } from '@cambio/server/cli/arguments.ts'
import { command } from '@cambio/server/cli/Command.ts'
import { bad, good, warning, Finding } from '@cambio/server/doctor/Finding.ts'
import { findingLine } from '@cambio/server/doctor/findingLine.ts'
import { StartRefused } from '@cambio/server/settings/StartRefused.ts'
import * as z from 'zod/mini'
import type { InstallationDeps } from '../InstallationDeps.ts'
import { readSettings } from '../Program.ts'
import { askAll, readAnswers, type Answers } from './collectAnswers.ts'
import { planFiles } from './planFiles.ts'
import type { Terminal } from './terminal.ts'
import { writeFiles } from './writeFiles.ts'

export type SetupDeps = InstallationDeps & { readonly openTerminal: () => Terminal }

const CHECKOUT = join(import.meta.dirname, '../../../..')

/** Writes the settings of an installation. */
export const setup = command({
  name: 'setup',
  summary: [
    'Asks for what an installation needs, sandbox or live, checks each answer, and writes into a folder: a file of settings for',
    'each program, a file for each secret (0600), and systemd’s units. Keys that are left empty are made. --answers takes the',
    'answers from a file of NAME=value lines. What is there already is replaced only after a yes, or with --replace yes; a key',
    'that is there is never replaced by a new one.',
  ].join('\n'),
  words: {},
  options: {
    to: optional(text('<folder>')),
    answers: optional(text('<file>')),
    replace: optional(text('yes')),
  },
  json: z.object({ folder: z.string(), written: z.array(z.string()), findings: z.array(Finding) }),
  async run(deps: SetupDeps, { options: { to = '/etc/cambio', answers: path, replace } }) {
    const folder = resolve(to)
    const keyFor = (name: string) =>
      keptKey(folder, name) ?? Buffer.from(deps.random.bytes(32)).toString('base64')
    const terminal = path === undefined ? deps.openTerminal() : undefined
    try {
      const answers =
        path === undefined && terminal
          ? await askAll({ ask: terminal.ask, say: deps.progress, keyFor })
          : await readAnswers(path ?? '', keyFor)
      const files = await planFiles(answers, { folder, checkout: CHECKOUT })
      const written = await writeFiles(files, async (paths) => {
        if (replace === 'yes') return true
        const said = await terminal?.ask(`Replace ${paths.join(', ')}? yes or no: `, { isSecret: false })
        return said?.trim() === 'yes'
      })
      const findings = await examineAnswers(answers)
      const lines = [
        `Written into ${folder}: ${written.length} files.`,
        ...findings.map(findingLine),
        ...nextSteps(folder, answers),
      ]
      return { text: lines.join('\n'), data: { folder, written: [...written], findings } }
    } finally {
      terminal?.close()
    }
  },
})

/** The key that an earlier run made: nothing else opens what it sealed. */
function keptKey(folder: string, name: string): string | undefined {
  try {
    return readFileSync(join(folder, 'secrets', name), 'utf8').trim()
  } catch {
    return undefined
  }
}

/**
 * What can be checked before anything is started: whether settings that belong together are complete, and whether the
 * databases accept connections.
 */
async function examineAnswers(answers: Answers): Promise<Finding[]> {
  const addresses = [...answers].filter(([name]) => /DATABASE(_OWNER|_READ)?_URL$/.test(name))
  const reached = await Promise.all(addresses.map(([name, url]) => examineDatabase(name, url)))
  return [...wholeness(answers), ...reached]
}

function wholeness(answers: Answers): Finding[] {
  try {
    const { exchange } = readSettings(Object.fromEntries(answers))
    const lacking = incompleteProviders(exchange)
    return lacking.length === 0
      ? [good('settings', `MODE is ${exchange.MODE}, and every answer can be read.`)]
      : lacking.map((sentence) => bad('settings', 'A provider is set by half.', sentence))
  } catch (error) {
    if (!(error instanceof StartRefused)) throw error
    return [bad('settings', error.message, 'Call “setup” again.')]
  }
}

async function examineDatabase(name: string, url: string): Promise<Finding> {
  try {
    const client = await openOwner(url)
    await client.end()
    return good('database', `${name} is reached.`)
  } catch {
    return warning(
      'database',
      `PostgreSQL does not let us in at ${name}.`,
      'Make the database and its role, as the guide says under Install.',
    )
  }
}

function nextSteps(folder: string, answers: Answers): string[] {
  const isLive = answers.get('MODE') === 'live'
  return [
    'Next, as root:',
    `  cp ${folder}/systemd/*.service /etc/systemd/system/ && systemctl daemon-reload`,
    ...(isLive ? ['  systemctl start cambio-cards-migrate cambio-exchange-migrate'] : []),
    '  systemctl enable --now cambio-cards cambio-exchange',
    `  set -a; . ${folder}/exchange.env; CREDENTIALS_DIRECTORY=${folder}/secrets pnpm cambio doctor`,
  ]
}
