import { clientIpOf, type DoorContext } from '@cambio/server/door.ts'
import { Refusal } from '@cambio/wire/Problem.ts'
import type { AnswerHeaders } from '../http/problem.ts'
import { networkKey, type Throttle, type ThrottleOf } from '../http/throttle.ts'
import type { Authenticator, AuthenticatorDeps, CallerEntry } from './CallerEntry.ts'

/** A caller that may go on: what the handler is given about it, and its id if it has one. */
export type Admitted = { readonly identity: object; readonly id: string | undefined }

/**
 * Counts a request against its caller's limits and finds out who is calling; the answer's headers then say what is
 * left of the last limit that was counted.
 * @throws Refusal too_many_requests, and the caller's own
 */
export type Admit = (c: DoorContext, body: string | Uint8Array, headers: AnswerHeaders) => Promise<Admitted>

/** The admission of one caller. */
export function admission(
  entry: CallerEntry<object>,
  deps: AuthenticatorDeps,
  throttleOf: ThrottleOf,
): Admit {
  const { networkLimit, refusedLimit, id } = entry
  const countNetwork = networkLimit && throttleOf(networkLimit)
  const countRefused = refusedLimit && throttleOf(refusedLimit)
  const countId = id?.limit && throttleOf(id.limit)
  const authenticate = counted(entry.authenticator(deps), countRefused)
  return async (c, body, headers) => {
    countNetwork?.(headers, networkKey(clientIpOf(c)))
    const identity = await authenticate(c, body, headers)
    const callerId = id?.of(identity)
    if (callerId !== undefined) countId?.(headers, callerId)
    return { identity, id: callerId }
  }
}

type Counted = (c: DoorContext, body: string | Uint8Array, headers: AnswerHeaders) => object | Promise<object>

/** Counts those who are refused, by network. */
function counted(authenticate: Authenticator<object>, countRefused: Throttle | undefined): Counted {
  if (!countRefused) return authenticate
  return async (c, body, headers) => {
    try {
      return await authenticate(c, body)
    } catch (error) {
      if (error instanceof Refusal) countRefused(headers, networkKey(clientIpOf(c)))
      throw error
    }
  }
}
