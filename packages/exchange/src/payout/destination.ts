import type * as Currency from '@cambio/wire/Currency.ts'
import type { PayoutGroup } from '@cambio/wire/Group.ts'
import { Refusal, fieldRefusal } from '@cambio/wire/http/Problem.ts'
import { checkAddress } from './address/checkAddress.ts'
import { compactIban, objectionToIban } from './address/iban.ts'
import { findPayoutRail, type PayoutRails } from './PayoutRail.ts'

/** Where a pay-out goes: an address on a network, an IBAN, or the id of the client or order that it is credited to. */
export type Destination = { readonly address: string; readonly memo: string | null }

export type Mode = 'sandbox' | 'live'

export type DestinationDeps = { readonly mode: Mode; readonly payout: PayoutRails }

type DestinationInput = {
  readonly dst_address?: string | undefined
  readonly memo?: string | undefined
  /** The client whose balance is credited, for a pay-out to a balance; null before the buyer has signed in. */
  readonly clientId?: string | null | undefined
}

/** How each way out reads and checks its destination. */
const places: Readonly<
  Record<
    PayoutGroup,
    (deps: DestinationDeps, currency: Currency.Currency, input: DestinationInput) => Destination
  >
> = { crypto: wallet, sepa: bankAccount, balance }

/**
 * The destination of a pay-out, checked for its way out.
 * @throws Refusal address_required, address_invalid, client_unknown, naming the field
 */
export function destinationOf(
  deps: DestinationDeps,
  { currency, group }: { currency: Currency.Currency; group: PayoutGroup },
  input: DestinationInput,
): Destination {
  return places[group](deps, currency, input)
}

/** An address on the coin's network that its rail pays to. */
function wallet(
  { mode, payout }: DestinationDeps,
  currency: Currency.Currency,
  input: DestinationInput,
): Destination {
  if (input.dst_address === undefined)
    throw fieldRefusal(
      'address_required',
      ['dst_address'],
      `A pay-out in ${currency.code} requires a dst_address on ${currency.network}`,
    )
  const memo = input.memo ?? null
  const check = checkAddress({ currency, address: input.dst_address, memo, mode })
  if (!check.ok)
    throw new Refusal('address_invalid', check.detail, {
      errors: [{ pointer: check.pointer, code: 'address_invalid', detail: check.detail }],
      ...(check.fault && { extra: { fault: check.fault } }),
    })
  const rail = findPayoutRail(payout, { group: 'crypto', network: currency.network })
  const objection = rail?.objectionTo?.(input.dst_address)
  if (objection !== undefined)
    throw fieldRefusal('address_invalid', ['dst_address'], objection, { fault: 'unpayable' })
  return { address: input.dst_address, memo }
}

/** A bank account by its IBAN, spaces or not. */
function bankAccount(
  _deps: DestinationDeps,
  currency: Currency.Currency,
  input: DestinationInput,
): Destination {
  if (input.dst_address === undefined)
    throw fieldRefusal(
      'address_required',
      ['dst_address'],
      `A pay-out in ${currency.code} by SEPA requires a dst_address: the IBAN that receives it`,
    )
  const iban = compactIban(input.dst_address)
  const objection = objectionToIban(iban)
  if (objection !== undefined) throw fieldRefusal('address_invalid', ['dst_address'], objection)
  if (input.memo === undefined) return { address: iban, memo: null }
  throw fieldRefusal('address_invalid', ['memo'], 'A SEPA transfer has no memo: leave it empty.')
}

/** The client's own balance, which needs no address: one that is sent is ignored. */
function balance(
  _deps: DestinationDeps,
  _currency: Currency.Currency,
  { clientId }: DestinationInput,
): Destination {
  if (clientId) return { address: clientId, memo: null }
  throw fieldRefusal(
    'client_unknown',
    ['client_email'],
    'Only a registered client has a balance: give client_email',
  )
}
