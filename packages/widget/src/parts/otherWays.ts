import { queryOptions } from '@tanstack/react-query'
import { fetchPart } from '../api/fetchPart.ts'

const retryMs = 1_000

/** What only those see who pay otherwise than by card, withdraw, or lost a discount: a purchase by card has no need of it. */
export const otherWays = queryOptions({
  queryKey: ['other ways'],
  queryFn: () => fetchPart(() => import('../steps/otherWays.ts')),
  retry: 1,
  retryDelay: retryMs,
  staleTime: 'static',
  structuralSharing: false,
})
