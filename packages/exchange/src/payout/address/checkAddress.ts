import type { AddressFault } from '@cambio/wire/AddressFault.ts'
import type { Currency, Network } from '@cambio/wire/Currency.ts'
import type { AddressObjection } from './AddressObjection.ts'
import type { AddressRule, Mode } from './AddressRule.ts'
import { bitcoin, litecoin } from './bitcoin.ts'
import { eos } from './eos.ts'
import { ethereum } from './ethereum.ts'
import { objectionToMemo } from './memo.ts'
import { ripple } from './ripple.ts'
import { stellar } from './stellar.ts'
import { tron } from './tron.ts'

/** The rules of every network. A new network is a file of its own and a line here. */
const rules = { bitcoin, litecoin, ethereum, ripple, eos, stellar, tron } satisfies Record<
  Network,
  AddressRule
>

export type AddressCheck =
  | { readonly ok: true }
  | {
      readonly ok: false
      readonly pointer: '/dst_address' | '/memo'
      /** What is wrong with the address; null where the memo is wrong, or the currency is not paid to addresses. */
      readonly fault: AddressFault | null
      readonly detail: string
    }

/** Whether an address, with the memo its network may need, can receive a currency; checksums included. */
export function checkAddress(input: {
  readonly currency: Currency
  readonly address: string
  readonly memo: string | null
  readonly mode: Mode
}): AddressCheck {
  const { currency, address, memo, mode } = input
  if (currency.network === null)
    return {
      ok: false,
      pointer: '/dst_address',
      fault: null,
      detail: `${currency.title} is not paid out to a wallet address.`,
    }
  const objection = rules[currency.network](address, mode)
  if (objection !== undefined)
    return {
      ok: false,
      pointer: '/dst_address',
      ...(ofOtherNetwork(objection, { network: currency.network, address }) ?? objection),
    }
  const memoObjection = memo === null ? undefined : objectionToMemo(memo, currency)
  return memoObjection === undefined
    ? { ok: true }
    : { ok: false, pointer: '/memo', fault: null, detail: memoObjection }
}

/** The networks whose addresses can be recognised, and what people call them. */
const recognisable = [
  { network: 'bitcoin', title: 'Bitcoin' },
  { network: 'litecoin', title: 'Litecoin' },
  { network: 'ethereum', title: 'Ethereum' },
  { network: 'ripple', title: 'the XRP Ledger' },
  { network: 'stellar', title: 'Stellar' },
  { network: 'tron', title: 'Tron' },
] as const

/**
 * The objection to an address that is valid on another network; undefined where it is valid on none. EOS is not tried,
 * since many ordinary words are account names there.
 */
function ofOtherNetwork(
  { fault, detail }: AddressObjection,
  { network, address }: { network: Network; address: string },
): AddressObjection | undefined {
  if (fault !== 'form' && fault !== 'length') return undefined
  const found = recognisable.find(
    (other) =>
      other.network !== network &&
      (['live', 'sandbox'] as const).some((each) => rules[other.network](address, each) === undefined),
  )
  return found && { fault: 'other_network', detail: `This is an address of ${found.title}. ${detail}` }
}
