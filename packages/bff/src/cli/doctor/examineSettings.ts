import { examineVariables } from '@cambio/server/doctor/examineVariables.ts'
import { bad, good, type Finding } from '@cambio/server/doctor/Finding.ts'
import { readEnvironment } from '@cambio/server/settings/environment.ts'
import { StartRefused } from '@cambio/server/settings/StartRefused.ts'
import { checkLive, checkWhole, type Sold } from '../../program/checkLive.ts'
import { ExchangeEnvironment } from '../../program/environment.ts'

type Variables = Readonly<Record<string, string | undefined>>

const CHECK = 'settings'
const GUIDE = 'Set it as the guide’s page Settings says.'

/** Reads the settings as the exchange would; undefined if it could not start with them. */
export function examineSettings(variables: Variables): {
  environment: ExchangeEnvironment | undefined
  findings: Finding[]
} {
  const findings = examineVariables(ExchangeEnvironment, variables)
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
