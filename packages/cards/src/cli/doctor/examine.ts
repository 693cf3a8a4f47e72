import type { Clock } from '@cambio/server/Clock.ts'
import { examineVariables } from '@cambio/server/doctor/examineVariables.ts'
import { good, type Finding } from '@cambio/server/doctor/Finding.ts'
import { readEnvironment } from '@cambio/server/settings/environment.ts'
import { checkLive } from '../../program/checkLive.ts'
import { CardsEnvironment } from '../../program/environment.ts'
import { examineApplePay } from './examineApplePay.ts'
import { examineGooglePay } from './examineGooglePay.ts'
import { findingOr } from './findingOr.ts'
import type { ReadPage } from './readPage.ts'

export type DoctorDeps = {
  readonly variables: Readonly<Record<string, string | undefined>>
  readonly clock: Clock
  readonly readPage: ReadPage
}

/** Examines the settings as the platform would read them, then those of each wallet that is set up. */
export async function examine({ variables, clock, readPage }: DoctorDeps): Promise<Finding[]> {
  const findings = examineVariables(CardsEnvironment, variables)
  const environment = findingOr('settings', () => readEnvironment(CardsEnvironment, variables))
  if ('check' in environment) return [...findings, environment]
  const now = clock.now()
  return [
    ...findings,
    findingOr('settings', () => {
      checkLive(environment)
      return good('settings', `MODE is ${environment.MODE}.`)
    }),
    ...(await examineApplePay(environment, { now, readPage })),
    ...examineGooglePay(environment, { now, keysFile: variables['CARDS_GOOGLE_PAY_KEYS_FILE'] }),
  ]
}
