import type { Currency, Network } from '@cambio/wire/Currency.ts'
import { bitcoin, litecoin } from './bitcoin.ts'
import { eos } from './eos.ts'
import { ethereum } from './ethereum.ts'
import { objectionToMemo } from './memo.ts'
import { ripple } from './ripple.ts'
import { stellar } from './stellar.ts'
import { tron } from './tron.ts'

/** Play money goes to test networks and real money to main ones, where a network's addresses tell the two apart. */
export type Mode = 'sandbox' | 'live'

/** What is wrong with an address, for the person who typed it; undefined when nothing is. */
export type AddressRule = (address: string, mode: Mode) => string | undefined

/** The rules of every network. A new network is a file of its own and a line here. */
const rules = { bitcoin, litecoin, ethereum, ripple, eos, stellar, tron } satisfies Record<
  Network,
  AddressRule
>

export type AddressCheck =
  | { readonly ok: true }
  | { readonly ok: false; readonly pointer: '/dst_address' | '/memo'; readonly detail: string }

/** Whether an address, with the memo its network may need, can receive a currency; checksums included. */
export function checkAddress(input: {
  readonly currency: Currency
  readonly address: string
  readonly memo: string | null
  readonly mode: Mode
}): AddressCheck {
  const { currency, address, memo, mode } = input
  if (currency.network === null)
    return wrong('/dst_address', `${currency.title} is not paid out to a wallet address.`)
  const objection = rules[currency.network](address, mode)
  if (objection !== undefined) return wrong('/dst_address', objection)
  const memoObjection = memo === null ? undefined : objectionToMemo(memo, currency)
  return memoObjection === undefined ? { ok: true } : wrong('/memo', memoObjection)
}

function wrong(pointer: '/dst_address' | '/memo', detail: string): AddressCheck {
  return { ok: false, pointer, detail }
}
