import { EndedSession, OpenedSession, OpenSession } from '../Client.ts'
import { route } from '../route.ts'

/** The client group, version 2: a partner's client, by a session of its own. */
export const client = {
  openSession: route({
    method: 'POST',
    path: '/api/v2/client/session',
    caller: 'anyone',
    summary: 'Exchanges the token of a login, which works once, for a session of 24 h',
    body: OpenSession,
    answer: OpenedSession,
    refusals: ['ts_invalid'],
  }),
  endSession: route({
    method: 'DELETE',
    path: '/api/v2/client/session',
    caller: 'client',
    summary: 'Ends the session that it is called with',
    answer: EndedSession,
    refusals: [],
  }),
} as const
