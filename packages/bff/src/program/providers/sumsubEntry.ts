import { sumsubProvider } from '@cambio/rails/verification/sumsubProvider.ts'
import { sumsubSettings } from '@cambio/rails/verification/sumsubSettings.ts'
import { allOrNone, allSet, unmetRules, type VariableName } from '../variableRules.ts'
import type { ProviderEntry } from './ProviderEntry.ts'

const variables: readonly VariableName[] = [
  'SUMSUB_APP_TOKEN',
  'SUMSUB_SECRET_KEY',
  'SUMSUB_WEBHOOK_SECRET',
  'SUMSUB_LEVELS',
]

/** Checks of documents by Sumsub. */
export const sumsubEntry: ProviderEntry = {
  kind: 'verification',
  lacks: (environment) =>
    unmetRules([allSet(environment, variables, 'clients who reach a limit are verified by it')]),
  lacksOfHalf: (environment) => unmetRules(allOrNone(environment, variables)),
  from(environment) {
    const settings = sumsubSettings(environment)
    return settings && sumsubProvider(settings)
  },
}
