import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { fetchPart } from '../api/fetchPart.ts'
import type { Place } from './readAddress.ts'
import type { TaggedAccount } from './readXAddress.ts'

/** Checks and splits an X-address, which only the XRP Ledger has. */
const reader = queryOptions({
  queryKey: ['x-address reader'],
  queryFn: () => fetchPart(() => import('./readXAddress.ts')),
  retry: true,
  retryDelay: 1_000,
  staleTime: 'static',
  structuralSharing: false,
})

/** Replaces an X-address that was typed on the XRP Ledger by its account and tag. */
export function useXAddress(
  typed: string,
  { network, mode }: Place,
  replace: (by: TaggedAccount) => void,
): void {
  const { data } = useQuery({ ...reader, enabled: network === 'ripple' })
  const take = useEffectEvent(replace)
  useEffect(() => {
    const account = network === 'ripple' ? data?.readXAddress(typed, mode) : null
    if (account) take(account)
  }, [data, typed, network, mode])
}
