import type { CallerEntry } from './CallerEntry.ts'

/** A caller without credentials. */
export const anyone = {
  bodyForm: 'text',
  networkLimit: { name: 'public', points: 20, windowSeconds: 1 },
  isCrossOrigin: true,
  authenticator: () => () => nothing,
  reference: { credentials: 'No credentials', security: [], schemes: {}, headers: [] },
} as const satisfies CallerEntry<object>

/** What is known about a caller without credentials. */
const nothing: object = {}
