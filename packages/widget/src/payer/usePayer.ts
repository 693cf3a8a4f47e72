import { hasPostalCode, hasState } from '@cambio/wire/postalAddress.ts'
import type { Payer } from '@cambio/wire/widget/Widget.ts'
import { useMemo, useState } from 'react'
import { useCountries } from '../api/useCountries.ts'
import type { Typed } from '../typed.ts'
import { useWidget } from '../Widget.ts'
import { likelyCountry, readerOf } from './likelyCountry.ts'
import { payerFields, type PayerField, type TypedPayer } from './payerTexts.ts'
import { readAddressLine } from './readAddressLine.ts'
import { readNameLine, renamed } from './readNameLine.ts'

const empty: TypedPayer = {
  country: '',
  first_name: '',
  last_name: '',
  birth_date: '',
  address: '',
  postal_code: '',
  city: '',
  state: '',
  phone: '',
}

/**
 * The details as the buyer types them. A whole name in the first field and a whole address in one fill the fields that
 * follow, where those are empty.
 */
export function usePayer(): {
  payer: TypedPayer
  codes: readonly string[]
  set: (name: PayerField, text: string) => void
  /** Reads a line whose field the buyer has left, and returns the fields that it has filled. */
  leave: (name: PayerField) => readonly string[]
  isOptional: (name: PayerField) => boolean
} {
  const { view, typed } = useWidget()
  const [written, setWritten] = useState<TypedPayer>(() => knownPayer(view.buyer?.payer, typed))
  const [nameLine, setNameLine] = useState<string | null>(null)
  const codes = useCountries()
  const likely = useMemo(() => likelyCountry(codes, readerOf(window)), [codes])
  const payer = useMemo(
    () => (written.country === '' && likely !== null ? { ...written, country: likely } : written),
    [written, likely],
  )

  const change = (parts: Partial<TypedPayer>) => {
    setWritten({ ...written, ...parts })
    typed.write(Object.fromEntries(Object.entries(parts).map(([name, text]) => [`payer_${name}`, text])))
  }
  return {
    payer,
    codes,
    set: (name, text) => {
      if (name === 'first_name') setNameLine(null)
      change(name === 'last_name' && nameLine !== null ? renamed(nameLine, text) : { [name]: text })
    },
    leave: (name) => {
      const read = readLine(name, payer)
      if (read === null) return []
      if (name === 'first_name') setNameLine(payer.first_name)
      change(read)
      return Object.keys(read)
    },
    isOptional: (name) =>
      (name === 'state' && !hasState(payer.country)) ||
      (name === 'postal_code' && !hasPostalCode(payer.country)),
  }
}

/** The fields that a line in one of them fills; null where it is no line, or where the others are filled already. */
function readLine(name: PayerField, payer: TypedPayer): Partial<TypedPayer> | null {
  if (name === 'first_name' && payer.last_name === '') return readNameLine(payer.first_name)
  if (name !== 'address' || payer.postal_code !== '' || payer.city !== '') return null
  const read = readAddressLine(payer.address, payer.country)
  return read && { ...read, state: read.state || payer.state }
}

/** The details that are known, else as they stood before a reload, or before a session ended. */
function knownPayer(known: Payer | null | undefined, typed: Typed): TypedPayer {
  const before = typed.read()
  const texts = payerFields.map(
    (name) => [name, known ? (known[name] ?? '') : (before[`payer_${name}`] ?? '')] as const,
  )
  return { ...empty, ...Object.fromEntries(texts) }
}
