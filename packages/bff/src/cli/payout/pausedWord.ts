import { kind } from '@cambio/server/cli/arguments.ts'
import * as Currency from '@cambio/wire/Currency.ts'

/** The word for everything that leaves. */
export const ALL = 'all'

/** What is paused or continued: everything, or what leaves in one currency. */
export const pausedWord = kind('all|<currency>', 'all, or a currency such as ETH', (text) =>
  text === ALL ? ALL : Currency.find(text)?.code,
)
