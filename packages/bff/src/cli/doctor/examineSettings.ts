import { statSync } from 'node:fs'
import { readEnvironment } from '@cambio/server/settings/environment.ts'
import { misspeltVariables } from '@cambio/server/settings/misspeltVariables.ts'
import { fileVariables, settingNames } from '@cambio/server/settings/settingFiles.ts'
import { StartRefused } from '@cambio/server/settings/StartRefused.ts'
import { checkLive, checkWhole, type Sold } from '../../program/checkLive.ts'
import { ExchangeEnvironment } from '../../program/environment.ts'
import { bad, good, warning, type Finding } from './Finding.ts'

type Variables = Readonly<Record<string, string | undefined>>

const CHECK = 'settings'
const GUIDE = 'Set it as the guide’s page Settings says.'

/** Reads the settings as the exchange would; undefined if it could not start with them. */
export function examineSettings(variables: Variables): {
  environment: ExchangeEnvironment | undefined
  findings: Finding[]
} {
  const findings = [...misspelt(variables), ...openFiles(variables)]
  try {
    const environment = readEnvironment(ExchangeEnvironment, variables)
    checkWhole(environment)
    return { environment, findings: [...findings, good(CHECK, `MODE is ${environment.MODE}.`)] }
  } catch (error) {
    if (!(error instanceof StartRefused)) throw error
    return { environment: undefined, findings: [...findings, bad(CHECK, error.message, GUIDE)] }
  }
}

/** Examines whether the settings have everything that live needs for what is sold. */
export function examineLive(environment: ExchangeEnvironment, sold: Sold): Finding[] {
  if (environment.MODE === 'sandbox') return []
  try {
    checkLive(environment, sold)
    return [good('live', 'Everything that is sold has a real provider.')]
  } catch (error) {
    if (!(error instanceof StartRefused)) throw error
    const needs = error.message
      .split('\n')
      .flatMap((line) => (line.startsWith('  - ') ? [line.slice(4)] : []))
    return needs.map((need) => bad('live', 'MODE=live does not start without it.', need))
  }
}

function misspelt(variables: Variables): Finding[] {
  return misspeltVariables([ExchangeEnvironment], variables).map((sentence) =>
    warning(CHECK, sentence, 'Rename or remove the variable.'),
  )
}

/** Finds files of secrets that other users of this machine can read. */
function openFiles(variables: Variables): Finding[] {
  const names = fileVariables(settingNames([ExchangeEnvironment]))
  return names.flatMap((name) => {
    const path = variables[name]
    if (!path) return []
    const file = statSync(path, { throwIfNoEntry: false })
    if (file === undefined || (file.mode & 0o007) === 0) return []
    return [
      warning(
        'secrets',
        `Every user of this machine can read the file of ${name}.`,
        `Run "chmod o= ${path}".`,
      ),
    ]
  })
}
