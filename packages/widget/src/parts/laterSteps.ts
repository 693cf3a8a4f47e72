import { queryOptions } from '@tanstack/react-query'
import { fetchPart } from '../api/fetchPart.ts'

const retryMs = 1_000

/** The steps after the first screen, in one separate part; a failed fetch is quietly retried once. */
export const laterSteps = queryOptions({
  queryKey: ['later steps'],
  queryFn: () => fetchPart(() => import('../steps/later.ts')),
  retry: 1,
  retryDelay: retryMs,
  staleTime: 'static',
  structuralSharing: false,
})
