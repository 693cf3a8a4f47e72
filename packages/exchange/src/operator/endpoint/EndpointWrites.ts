import type { EndpointEvent } from '@cambio/wire/partner/CallbackEndpoint.ts'

/** An endpoint of a partner's callbacks. The main one is stored in the partner's own row and always exists. */
export type Endpoint = {
  readonly id: string
  /** Null where the main endpoint is not set. */
  readonly url: string | null
  readonly description: string | null
  readonly events: readonly EndpointEvent[]
  /** Since when it has been off; null where it is on. */
  readonly offAt: Date | null
  /** The address for withdrawal codes; null for every endpoint but the main one. */
  readonly codesUrl: string | null
  /** Until when the former secret also signs; null where none does. */
  readonly formerSecretUntil: Date | null
  readonly createdAt: Date
}

/** What a partner may change about an endpoint; omitted members stay. */
export type EndpointChanges = {
  readonly url?: string
  /** Null removes the description. */
  readonly description?: string | null
  readonly events?: readonly EndpointEvent[]
  readonly isOn?: boolean
}

/** Which callbacks to send to an endpoint again. */
export type ResendSelection =
  | { readonly is: 'one'; readonly callbackId: string }
  | { readonly is: 'range'; readonly from: Date; readonly until: Date; readonly state: 'failed' | 'any' }

/** How verbs change a partner's endpoints, in one transaction. */
export type EndpointWrites = {
  /**
   * Locks and returns the partner's endpoints, the main one first. Another transaction that would change them waits.
   */
  lock(partnerId: string): Promise<readonly Endpoint[]>
  add(endpoint: {
    readonly partnerId: string
    readonly id: string
    readonly url: string
    readonly description: string | null
    readonly events: readonly EndpointEvent[]
    readonly secret: string
  }): Promise<void>
  /** @param options.keepsCodes whether withdrawal codes keep going to the former address */
  change(
    partnerId: string,
    endpoint: Endpoint,
    changes: EndpointChanges,
    options: { readonly keepsCodes: boolean },
  ): Promise<void>
  /** Removes an endpoint; of the main one, its address. Callbacks that wait for it are given up. */
  remove(partnerId: string, endpointId: string): Promise<void>
  /** Sets a new secret. The former one also signs until the given time. */
  rotate(partnerId: string, endpointId: string, secret: string, formerUntil: Date): Promise<void>
  /** Makes callbacks due again from the first attempt on, except those that are under way. @returns how many */
  resend(partnerId: string, endpointId: string, again: ResendSelection): Promise<number>
}

/** Why nothing was done about an endpoint. Nothing was written. */
export type NoSuchEndpoint = { readonly is: 'refused'; readonly code: 'no_such_endpoint' }
export type UrlTaken = {
  readonly is: 'refused'
  readonly code: 'url_taken'
  readonly endpointId: string
}

export const noSuchEndpoint: NoSuchEndpoint = { is: 'refused', code: 'no_such_endpoint' }

/** The refusal of an address that another endpoint has: its partner would receive everything twice. */
export function urlTaken(
  endpoints: readonly Endpoint[],
  url: string | undefined,
  except: string | null,
): UrlTaken | undefined {
  const other = endpoints.find((endpoint) => endpoint.url === url && endpoint.id !== except)
  return url !== undefined && other ? { is: 'refused', code: 'url_taken', endpointId: other.id } : undefined
}
