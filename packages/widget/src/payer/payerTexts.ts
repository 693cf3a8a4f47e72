import type { Payer } from '@cambio/wire/widget/Widget.ts'
import type { HTMLInputAutoCompleteAttribute } from 'react'
import type { Failure } from '../api/Failure.ts'
import type { PlainKey } from '../text.ts'

export type PayerField = keyof Payer

/** The details as they are typed. */
export type TypedPayer = Readonly<Record<PayerField, string>>

/** The message at each wrong field. */
export type Wrong = ReadonlyMap<PayerField, PlainKey>

type FieldTexts = {
  readonly label: PlainKey
  readonly invalid: PlainKey
  /** The message at an empty field; `invalid` where it is the same. */
  readonly missing?: PlainKey
  readonly autoComplete: HTMLInputAutoCompleteAttribute
}

/** The label of each field, its message when it is wrong, and its name for browsers; in the order of the form. */
export const payerTexts = {
  country: { label: 'payer.country', invalid: 'payer.country.invalid', autoComplete: 'country' },
  first_name: {
    label: 'payer.firstName',
    invalid: 'payer.firstName.invalid',
    missing: 'payer.firstName.missing',
    autoComplete: 'given-name',
  },
  last_name: {
    label: 'payer.lastName',
    invalid: 'payer.lastName.invalid',
    missing: 'payer.lastName.missing',
    autoComplete: 'family-name',
  },
  birth_date: { label: 'payer.birthDate', invalid: 'payer.birthDate.invalid', autoComplete: 'bday' },
  address: { label: 'payer.address', invalid: 'payer.address.invalid', autoComplete: 'street-address' },
  postal_code: {
    label: 'payer.postalCode',
    invalid: 'payer.postalCode.invalid',
    missing: 'payer.postalCode.missing',
    autoComplete: 'postal-code',
  },
  city: {
    label: 'payer.city',
    invalid: 'payer.city.invalid',
    missing: 'payer.city.missing',
    autoComplete: 'address-level2',
  },
  state: {
    label: 'payer.state',
    invalid: 'payer.state.invalid',
    missing: 'payer.state.missing',
    autoComplete: 'address-level1',
  },
  phone: { label: 'payer.phone', invalid: 'payer.phone.invalid', autoComplete: 'tel' },
} as const satisfies Record<PayerField, FieldTexts>

export const payerFields = Object.keys(payerTexts).filter((name): name is PayerField => name in payerTexts)

/** The fields a refusal is about. */
export function pointedAt({ code, problem }: Failure, payer: TypedPayer): Wrong {
  if (code === 'country_forbidden') return new Map([['country', 'payer.country.forbidden']])
  if (code === 'card_country_forbidden') return new Map([['country', 'payer.country.card']])
  return wrongIn(new Set(problem?.errors.map(({ pointer }) => pointer.slice(1))), payer)
}

/** The messages at fields with these names. */
export function wrongIn(names: ReadonlySet<PropertyKey | undefined>, payer: TypedPayer): Wrong {
  return new Map(
    payerFields.filter((name) => names.has(name)).map((name) => [name, sayingOf(name, payer[name])]),
  )
}

function sayingOf(name: PayerField, value: string): PlainKey {
  const { invalid, missing }: FieldTexts = payerTexts[name]
  return value.trim() === '' ? (missing ?? invalid) : invalid
}
