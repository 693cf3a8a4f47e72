import * as Money from '@cambio/wire/Money.ts'
import type { ChainDeps } from '../ChainDeps.ts'
import type { ChainSettings } from '../ChainSettings.ts'
import { FEES, noteTooLow, walletKey } from '../ChainWallet.ts'
import { COIN } from './transfer.ts'

type Deps = Pick<ChainDeps, 'database' | 'log'>

/** Warns the operator once that the wallet holds too little of a currency, and stores the warning as a sentence. */
export async function tooLow(
  { database, log }: Deps,
  settings: ChainSettings,
  balance: Money.Money,
): Promise<string> {
  const { currency } = balance
  const { address } = settings.keys.hotWallet
  const why = `The hot wallet holds ${Money.format(balance)} ${currency}, too little to pay out: send more to ${address}.`
  if (await noteTooLow(database.query, walletKey(settings), { of: currency, why }))
    log.warn('the hot wallet is too low to pay out', { currency, reason: why })
  return why
}

/** Reports to the operator once that the wallet holds enough again. */
export async function enough(
  { database, log }: Deps,
  settings: ChainSettings,
  currency: string,
): Promise<void> {
  for (const each of new Set([COIN, currency]))
    if (await noteTooLow(database.query, walletKey(settings), { of: each, why: null }))
      log.warn('the hot wallet pays out again', { currency: each })
}

/**
 * Warns the operator once that the wallet holds too little for the network's fee of a signed pay-out. All later
 * pay-outs wait for it.
 * @param held its balance of the chain's own coin, in the smallest units
 */
export async function tooLowForFees(
  { database, log }: Deps,
  settings: ChainSettings,
  balance: bigint,
): Promise<void> {
  const { address } = settings.keys.hotWallet
  const amount = Money.format({ units: balance, currency: COIN })
  const why = `The hot wallet holds ${amount} ${COIN}, too little for what the network asks for the pay-outs under way: send more to ${address}.`
  if (await noteTooLow(database.query, walletKey(settings), { of: FEES, why }))
    log.warn('the hot wallet is too low to pay the network', { currency: COIN, reason: why })
}

/** Reports to the operator once that the wallet holds enough for fees again. */
export async function enoughForFees({ database, log }: Deps, settings: ChainSettings): Promise<void> {
  if (await noteTooLow(database.query, walletKey(settings), { of: FEES, why: null }))
    log.warn('the hot wallet pays the network again', { currency: COIN })
}
