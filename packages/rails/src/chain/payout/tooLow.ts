import * as Money from '@cambio/wire/Money.ts'
import type { ChainSettings } from '../ChainSettings.ts'
import { noteTooLow, walletKey } from '../ChainWallet.ts'
import type { ChainDeps } from './ChainDeps.ts'
import { COIN } from './transfer.ts'

type Deps = Pick<ChainDeps, 'database' | 'log'>

/** Tells the operator once that the wallet holds too little of a currency, and says so in a sentence. */
export async function tooLow(
  { database, log }: Deps,
  settings: ChainSettings,
  held: Money.Money,
): Promise<string> {
  const { currency } = held
  const { address } = settings.keys.hotWallet
  const why = `The hot wallet holds ${Money.format(held)} ${currency}, too little to pay out: send more to ${address}.`
  if (await noteTooLow(database.query, walletKey(settings), { currency, why }))
    log.warn('the hot wallet is too low to pay out', { currency, reason: why })
  return why
}

/** Tells the operator once that what was too low is enough again. */
export async function enough(
  { database, log }: Deps,
  settings: ChainSettings,
  currency: string,
): Promise<void> {
  for (const each of new Set([COIN, currency]))
    if (await noteTooLow(database.query, walletKey(settings), { currency: each, why: null }))
      log.warn('the hot wallet pays out again', { currency: each })
}
