import { QueryClient } from '@tanstack/react-query'

/**
 * What keeps this page's answers. Every query says itself whether it is tried again. Nothing waits for the browser to
 * say that it is online: it is often wrong, and an act that waited would be sent long after the buyer pressed.
 */
export function queryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { networkMode: 'always', retry: false },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}
