import { clientIpOf, type DoorContext } from '@cambio/server/door.ts'
import { Refusal } from '@cambio/wire/Problem.ts'
import type { AnswerHeaders } from '../http/problem.ts'
import { networkKey, type Throttle, type ThrottleOf } from '../http/throttle.ts'
import type { Authenticator, AuthenticatorDeps, CallerEntry } from './CallerEntry.ts'

/**
 * Lets the requests of one caller in, counted against its limits; the answer's headers then say what is left of each
 * limit that was counted.
 */
export type Admission = {
  /** Finds out who is calling. @throws Refusal too_many_requests, and the caller's own */
  identify(c: DoorContext, body: string | Uint8Array, headers: AnswerHeaders): object | Promise<object>
  /** The id of who is calling; undefined for a caller without one. @throws Refusal too_many_requests */
  idOf(identity: object, headers: AnswerHeaders): string | undefined
}

/** The admission of one caller. */
export function admissionOf(
  entry: CallerEntry<object>,
  deps: AuthenticatorDeps,
  throttleOf: ThrottleOf,
): Admission {
  const { networkLimit, refusedLimit, id } = entry
  const countNetwork = networkLimit && throttleOf(networkLimit)
  const countRefused = refusedLimit && throttleOf(refusedLimit)
  const countId = id?.limit && throttleOf(id.limit)
  const authenticate = counted(entry.authenticator(deps), countRefused)
  return {
    identify(c, body, headers) {
      countNetwork?.(headers, networkKey(clientIpOf(c)))
      return authenticate(c, body, headers)
    },
    idOf(identity, headers) {
      const callerId = id?.of(identity)
      if (callerId !== undefined) countId?.(headers, callerId)
      return callerId
    },
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
