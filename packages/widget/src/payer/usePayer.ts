import { hasPostalCode, hasState } from '@cambio/wire/postalAddress.ts'
import type { Payer } from '@cambio/wire/widget/Widget.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { fetchPart } from '../api/fetchPart.ts'
import { useCountries } from '../api/useCountries.ts'
import { pause } from '../pause.ts'
import type { Typed } from '../typed.ts'
import { useWidget } from '../Widget.ts'
import { likelyCountry, readerOf } from './likelyCountry.ts'
import { payerFields, type PayerField, type TypedPayer } from './payerTexts.ts'
import { popularCountries } from './popularCountries.ts'

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

/** A whole name that was read, with the name after the buyer has changed the last name. */
type NameLine = { readonly renamed: (lastName: string) => Partial<TypedPayer> }

/**
 * The details as the buyer types them. A whole name in the first field and a whole address in one field fill the next
 * fields, where those are empty.
 */
export function usePayer(): {
  payer: TypedPayer
  codes: readonly string[]
  /** The codes of the countries that stand first. */
  popular: readonly string[]
  set: (name: PayerField, text: string) => void
  /** Reads a line whose field the buyer has left, and reports which fields it has filled. */
  leave: (name: PayerField) => Promise<readonly string[]>
  isOptional: (name: PayerField) => boolean
} {
  const { view, typed } = useWidget()
  const [written, setWritten] = useState<TypedPayer>(() => knownPayer(view.buyer?.payer, typed))
  const codes = useCountries()
  const likely = useLikelyCountry(codes)
  const popular = useMemo(
    () => popularCountries(codes, { likely, languages: navigator.languages }),
    [codes, likely],
  )
  const payer = useMemo(() => livingIn(likely, written), [written, likely])
  // A key that is pressed before the next render must find what the last one changed.
  const latest = useRef(written)
  const nameLine = useRef<NameLine | null>(null)

  const change = (parts: Partial<TypedPayer>) => {
    latest.current = { ...latest.current, ...parts }
    setWritten(latest.current)
    typed.write(Object.fromEntries(Object.entries(parts).map(([name, text]) => [`payer_${name}`, text])))
  }
  return {
    payer,
    codes,
    popular,
    set: (name, text) => {
      if (name === 'first_name') nameLine.current = null
      change((name === 'last_name' && nameLine.current?.renamed(text)) || { [name]: text })
    },
    leave: async (name) => {
      if (!mayBeLine(name, payer)) return []
      const { readLine, renamed } = await fetchPart(() => import('./readLine.ts'))
      // What was typed meanwhile is kept. A line that has changed is read when its field is left again.
      const now = livingIn(likely, latest.current)
      if (now[name] !== payer[name] || !mayBeLine(name, now)) return []
      const read = readLine(name, now)
      if (read === null) return []
      change(read)
      if (name === 'first_name') nameLine.current = { renamed: (last) => renamed(now.first_name, last) }
      return Object.keys(read)
    },
    isOptional: (name) =>
      (name === 'state' && !hasState(payer.country)) ||
      (name === 'postal_code' && !hasPostalCode(payer.country)),
  }
}

/** The details with the likely country, if there is one, where the buyer has chosen none. */
function livingIn(likely: string | null, written: TypedPayer): TypedPayer {
  return written.country === '' && likely !== null ? { ...written, country: likely } : written
}

/** Null until it is found, and where there is none. */
function useLikelyCountry(codes: readonly string[]): string | null {
  const { data } = useQuery({
    queryKey: ['likely country', codes],
    queryFn: ({ signal }) => likelyCountry(codes, readerOf(window), () => pause(0, signal)),
    staleTime: 'static',
  })
  return data ?? null
}

/** Whether a field may contain a line, and the fields that the line would fill are empty. */
function mayBeLine(
  name: PayerField,
  { first_name, last_name, address, postal_code, city }: TypedPayer,
): boolean {
  if (name === 'first_name') return last_name === '' && /\S\s+\S/.test(first_name)
  return name === 'address' && postal_code === '' && city === '' && /[,،，]/.test(address)
}

/** The known details, else those from before a reload or before a session ended. */
function knownPayer(known: Payer | null | undefined, typed: Typed): TypedPayer {
  const before = typed.read()
  const texts = payerFields.map(
    (name) => [name, known ? (known[name] ?? '') : (before[`payer_${name}`] ?? '')] as const,
  )
  return { ...empty, ...Object.fromEntries(texts) }
}
