import type { Answers, Provider } from '@cambio/rails/Provider.ts'
import type { ExchangeEnvironment } from '../environment.ts'

/** A provider as the program knows it before its settings are read. */
export type ProviderEntry = {
  readonly kind: keyof Answers
  /** The missing settings, as sentences that ask for them. */
  readonly lacks: (environment: ExchangeEnvironment) => string[]
  /** The missing settings if it is only partly configured. */
  readonly lacksOfHalf: (environment: ExchangeEnvironment) => string[]
  /** The provider; undefined if it is not configured. */
  readonly from: (environment: ExchangeEnvironment) => Provider | undefined | Promise<Provider | undefined>
}
