import * as z from 'zod/mini'
import { route } from '../http/route.ts'

export const Health = z.object({ status: z.enum(['OK', 'FAIL']) })

/** The health route below one address. It needs no credentials. */
export function healthcheck(path: `/api/${string}/healthcheck`) {
  return route({
    method: 'GET',
    path,
    caller: 'anyone',
    summary: 'Whether the service and its database work; otherwise 503 and FAIL',
    answer: Health,
    alsoStatus: 503,
    refusals: [],
  })
}
