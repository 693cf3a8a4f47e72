import { QueryClient } from '@tanstack/react-query'

/**
 * The cache of this page's answers. Every query says itself whether it is retried. Nothing waits for the browser to
 * report that it is online: that is often wrong, and a delayed act would be sent long after the buyer pressed.
 */
export function queryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { networkMode: 'always', retry: false },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}
