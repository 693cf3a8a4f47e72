import type { Answers, Provider } from '@cambio/rails/Provider.ts'
import type { ExchangeEnvironment } from '../environment.ts'

/** A provider as the program knows it before its settings are read. */
export type ProviderEntry = {
  readonly kind: keyof Answers
  /** What of the settings is missing for it to be there, as sentences that ask for it. */
  readonly lacks: (environment: ExchangeEnvironment) => string[]
  /** What is missing where it is set by half. */
  readonly lacksOfHalf: (environment: ExchangeEnvironment) => string[]
  /** The provider; undefined where the settings do without it. */
  readonly from: (environment: ExchangeEnvironment) => Provider | undefined | Promise<Provider | undefined>
}
