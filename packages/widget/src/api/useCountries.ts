import type { CountryList } from '@cambio/wire/CountryList.ts'
import { useQuery } from '@tanstack/react-query'
import { useWidget } from '../Widget.ts'
import { Failure } from './Failure.ts'
import { shape, text, truth } from './shape.ts'

const none: readonly string[] = []
const retryMs = 2_000

/**
 * The codes of the countries that a buyer may name. A view without them names a file, which the browser keeps; empty
 * until that is there.
 */
export function useCountries(): readonly string[] {
  const { countries_url: address, countries } = useWidget().view
  const { data } = useQuery({
    queryKey: ['countries', address],
    enabled: countries === undefined,
    queryFn: async ({ signal }) => {
      const response = await fetch(address, { signal, credentials: 'omit' })
      if (!response.ok) throw new Failure('unreachable')
      return codesIn(await response.json())
    },
    retry: true,
    retryDelay: retryMs,
    staleTime: 'static',
  })
  return countries ?? data ?? none
}

const Listed = shape<CountryList[number]>({ code: text, forbidden: truth, forbidden_card: truth })

/** @throws Failure when this is no list of countries */
function codesIn(list: unknown): string[] {
  const countries = Array.isArray(list) ? list.map((each: unknown) => Listed.safeParse(each).data) : []
  const codes = countries.flatMap((country) => country?.code ?? [])
  if (codes.length === 0) throw new Failure('unreadable')
  return codes
}
