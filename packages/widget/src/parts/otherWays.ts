import { queryOptions } from '@tanstack/react-query'
import { fetchPart } from '../api/fetchPart.ts'

const retryMs = 1_000

/** What is needed only by buyers who do not pay by card, withdraw, lost a discount, or look at what is saved of them. */
export const otherWays = queryOptions({
  queryKey: ['other ways'],
  queryFn: () => fetchPart(() => import('../steps/otherWays.ts')),
  retry: 1,
  retryDelay: retryMs,
  staleTime: 'static',
  structuralSharing: false,
})
