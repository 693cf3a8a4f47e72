import { clientIpOf, type DoorContext } from '@cambio/server/http/door.ts'
import { Refusal } from '@cambio/wire/http/Problem.ts'
import type { AnswerHeaders } from '../http/problem.ts'
import { networkKey, type Throttle, type ThrottleOf } from '../http/throttle.ts'
import type { Authenticator, AuthenticatorDeps, CallerEntry } from './CallerEntry.ts'

/**
 * Admits the requests of one caller and counts them against its limits. The answer's headers say what is left of each.
 */
export type Admission = {
  /** Finds out who is calling. @throws Refusal too_many_requests, and the caller's own */
  identify(c: DoorContext, body: string | Uint8Array, headers: AnswerHeaders): object | Promise<object>
  /** Who is calling; undefined for a caller without an id. @throws Refusal too_many_requests */
  idOf(identity: object, headers: AnswerHeaders): CallerId | undefined
}

/** The owner of Idempotency-Keys, and the partner with which it shares one turn. */
export type CallerId = { readonly id: string; readonly partnerId: string }

/** Builds the admission of one caller. */
export function admissionOf(
  entry: CallerEntry<object>,
  deps: Omit<AuthenticatorDeps, 'isRefused'>,
  throttleOf: ThrottleOf,
): Admission {
  const { networkLimit, refusedLimit, id } = entry
  const networks = networkLimit && throttleOf(networkLimit)
  const refused = refusedLimit && throttleOf(refusedLimit)
  const ids = id?.limit && throttleOf(id.limit)
  const isRefused = (c: DoorContext) => refused?.isSpent(networkKey(clientIpOf(c))) ?? false
  const authenticate = counted(entry.authenticator({ ...deps, isRefused }), refused)
  return {
    identify(c, body, headers) {
      networks?.count(headers, networkKey(clientIpOf(c)))
      return authenticate(c, body, headers)
    },
    idOf(identity, headers) {
      if (!id) return undefined
      const callerId = id.of(identity)
      ids?.count(headers, callerId)
      return { id: callerId, partnerId: id.partnerOf(identity) }
    },
  }
}

type Counted = (c: DoorContext, body: string | Uint8Array, headers: AnswerHeaders) => object | Promise<object>

/** Counts refused callers by network. */
function counted(authenticate: Authenticator<object>, refused: Throttle | undefined): Counted {
  if (!refused) return authenticate
  return async (c, body, headers) => {
    try {
      return await authenticate(c, body)
    } catch (error) {
      if (error instanceof Refusal) refused.count(headers, networkKey(clientIpOf(c)))
      throw error
    }
  }
}
