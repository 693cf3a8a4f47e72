import type { Mode } from '@cambio/exchange/payout/destination.ts'
import type { Concerns, DoorContext } from '@cambio/server/http/door.ts'
import type { Limit } from '@cambio/server/http/limits.ts'
import type { Stores } from '../store/stores.ts'

/**
 * One caller of the API: how it is recognised, how often it may call and how the reference describes it. Its refusals
 * stand beside its name in `packages/wire/src/http/route.ts`.
 */
export type CallerEntry<Identity extends object> = {
  /** How a body is first read: as bytes if the caller signs them, otherwise as text, at a third of the cost. */
  readonly bodyForm: 'bytes' | 'text'
  /** Counts requests by network, before anything is looked up. */
  readonly networkLimit?: Limit
  /** Counts refusals by network, so that guessing is slower than calling. */
  readonly refusedLimit?: Limit
  /** Called once for an app; the authenticator may keep a cache. */
  authenticator(deps: AuthenticatorDeps): Authenticator<Identity>
  /** The id of an authenticated caller, which keeps its Idempotency-Keys apart from those of others. */
  readonly id?: {
    of(identity: Identity): string
    /** The partner of the caller. The two share one turn where partners take turns. */
    partnerOf(identity: Identity): string
    /** Counts requests by this id. */
    readonly limit?: Limit
  }
  /** The partner, client and order that its request is about, for the log. */
  concerns?(identity: Identity): Concerns
  /** Set if it may call from a page of any origin. */
  readonly isCrossOrigin?: true
  /** The `WWW-Authenticate` header of a 401. */
  readonly challenge?: string
  readonly reference: CallerReference
}

export type AuthenticatorDeps = {
  readonly stores: Pick<Stores, 'accounts' | 'clients' | 'orders' | 'partners' | 'requests' | 'sessions'>
  readonly now: () => Date
  readonly mode: Mode
  /** Whether the network of a request has been refused so often that all its requests are refused. */
  readonly isRefused: (c: DoorContext) => boolean
}

/**
 * Finds out who is calling. The handlers of this caller's routes receive its result.
 * @throws Refusal one of the caller's own
 */
export type Authenticator<Identity> = (
  c: DoorContext,
  body: string | Uint8Array,
) => Identity | Promise<Identity>

/** A caller's entry in the reference. */
export type CallerReference = {
  /** The credentials that it sends, in words. */
  readonly credentials: string
  /** The alternative combinations of security schemes (OpenAPI's `security`). */
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
