import { CountryList } from '@cambio/wire/CountryList.ts'
import { useQuery } from '@tanstack/react-query'
import { useWidget } from '../Widget.ts'
import { Failure } from './Failure.ts'

const none: readonly string[] = []
const retryMs = 2_000

/** The codes of the countries that a buyer may name: a file that the browser keeps. Empty until it is there. */
export function useCountries(): readonly string[] {
  const { countries_url: address } = useWidget().view
  const { data } = useQuery({
    queryKey: ['countries', address],
    queryFn: async ({ signal }) => {
      const response = await fetch(address, { signal, credentials: 'omit' })
      if (!response.ok) throw new Failure('unreachable')
      return CountryList.parse(await response.json()).map(({ code }) => code)
    },
    retry: true,
    retryDelay: retryMs,
    staleTime: 'static',
  })
  return data ?? none
}
