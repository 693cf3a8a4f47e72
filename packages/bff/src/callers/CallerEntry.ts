import type { Mode } from '@cambio/exchange/payout/destination.ts'
import type { Concerns, DoorContext } from '@cambio/server/http/door.ts'
import type { Limit } from '@cambio/server/http/limits.ts'
import type { Stores } from '../store/stores.ts'

/**
 * One caller of the API: how it is recognised, how often it may ask and how the reference describes it. What it may be
 * refused with stands beside its name in `packages/wire/src/http/route.ts`.
 */
export type CallerEntry<Identity extends object> = {
  /** How a body is first read: as bytes where the caller has signed them, else as text, which costs a third of that. */
  readonly bodyForm: 'bytes' | 'text'
  /** Counted by network, before anything is looked up. */
  readonly networkLimit?: Limit
  /** Counted by network where the caller is refused, so that guessing is slower than calling. */
  readonly refusedLimit?: Limit
  /** Made once for an app; it may keep a cache. */
  authenticator(deps: AuthenticatorDeps): Authenticator<Identity>
  /** Of a caller whose credentials were checked: keeps its Idempotency-Keys apart from everybody else's. */
  readonly id?: {
    of(identity: Identity): string
    /** The partner whose caller it is, with whom it shares what partners have in turn. */
    partnerOf(identity: Identity): string
    /** Counted by this id. */
    readonly limit?: Limit
  }
  /** Whom and what its request is about, for the log. */
  concerns?(identity: Identity): Concerns
  /** Whether it may call from a page of any origin. */
  readonly isCrossOrigin?: true
  /** What a 401 tells it to send, in `WWW-Authenticate`. */
  readonly challenge?: string
  readonly reference: CallerReference
}

export type AuthenticatorDeps = {
  readonly stores: Pick<Stores, 'accounts' | 'clients' | 'orders' | 'partners' | 'requests' | 'sessions'>
  readonly now: () => Date
  readonly mode: Mode
  /** Whether the network of a request has been refused so often that it is refused once more, whatever it sends. */
  readonly isRefused: (c: DoorContext) => boolean
}

/**
 * Finds out who is calling. What it answers is what the handlers of this caller's routes are given.
 * @throws Refusal one of the caller's own
 */
export type Authenticator<Identity> = (
  c: DoorContext,
  body: string | Uint8Array,
) => Identity | Promise<Identity>

/** A caller's entry in the reference. */
export type CallerReference = {
  /** What it sends to be recognised, for people. */
  readonly credentials: string
  /** The security schemes for programs: the alternatives, each with its schemes (OpenAPI's `security`). */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  /** The schemes that `security` names (OpenAPI's `securitySchemes`). */
  readonly schemes: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Headers beside the credentials (OpenAPI's `parameters`). */
  readonly headers: readonly HeaderParameter[]
}

type HeaderParameter = {
  readonly name: string
  readonly in: 'header'
  readonly required: boolean
  readonly description: string
  readonly schema: Readonly<Record<string, unknown>>
}
