import type { EndpointEvent } from '@cambio/wire/partner/CallbackEndpoint.ts'

/** A receiver of a partner's callbacks. The main one stands in the partner's own row and is always there. */
export type Endpoint = {
  readonly id: string
  /** Null where the main one was not set. */
  readonly url: string | null
  readonly description: string | null
  readonly events: readonly EndpointEvent[]
  /** Since when it gets nothing; null where it is on. */
  readonly offAt: Date | null
  /** Where codes of withdrawals go; null for every receiver but the main one. */
  readonly codesUrl: string | null
  /** Until when the former secret signs beside the new one; null where none does. */
  readonly formerSecretUntil: Date | null
  readonly createdAt: Date
}

/** What a partner may set of a receiver; what is left out stays. */
export type EndpointChanges = {
  readonly url?: string
  /** Null takes the note away. */
  readonly description?: string | null
  readonly events?: readonly EndpointEvent[]
  readonly isOn?: boolean
}

/** Which callbacks are sent again to a receiver. */
export type Again =
  | { readonly is: 'one'; readonly callbackId: string }
  | { readonly is: 'range'; readonly from: Date; readonly until: Date; readonly state: 'failed' | 'any' }

/** What verbs write about a partner's receivers, in one transaction. */
export type EndpointWrites = {
  /** The partner's receivers, the main one first. Another transaction that would write them waits. */
  lock(partnerId: string): Promise<readonly Endpoint[]>
  add(endpoint: {
    readonly partnerId: string
    readonly id: string
    readonly url: string
    readonly description: string | null
    readonly events: readonly EndpointEvent[]
    readonly secret: string
  }): Promise<void>
  /** @param options.keepsCodes whether codes of withdrawals go on to where they went before */
  change(
    partnerId: string,
    endpoint: Endpoint,
    changes: EndpointChanges,
    options: { readonly keepsCodes: boolean },
  ): Promise<void>
  /** Of the main one, its address is taken away. What waits for the receiver is given up. */
  remove(partnerId: string, endpointId: string): Promise<void>
  /** The former secret signs beside the new one until that time. */
  rotate(partnerId: string, endpointId: string, secret: string, formerUntil: Date): Promise<void>
  /** Makes callbacks due again from the first attempt on; those that are on their way stay so. @returns how many */
  resend(partnerId: string, endpointId: string, again: Again): Promise<number>
}

/** Why nothing was done about a receiver. Nothing was written. */
export type NoSuchEndpoint = { readonly is: 'refused'; readonly code: 'no_such_endpoint' }
export type UrlTaken = {
  readonly is: 'refused'
  readonly code: 'url_taken'
  readonly endpointId: string
}

export const noSuchEndpoint: NoSuchEndpoint = { is: 'refused', code: 'no_such_endpoint' }

/** The refusal of an address that another receiver has: its partner would get everything twice. */
export function urlTaken(
  endpoints: readonly Endpoint[],
  url: string | undefined,
  except: string | null,
): UrlTaken | undefined {
  const other = endpoints.find((endpoint) => endpoint.url === url && endpoint.id !== except)
  return url !== undefined && other ? { is: 'refused', code: 'url_taken', endpointId: other.id } : undefined
}
