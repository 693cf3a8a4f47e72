import type { Mode } from '@cambio/exchange/payout/destination.ts'
import { pathOf } from '@cambio/wire/http/pathOf.ts'
import type { Caller, Route } from '@cambio/wire/http/route.ts'
import { sandboxPartner } from '../../program/sandboxPartner.ts'
import { exampleOf, sessionOf, type ExampleBody } from '../examples.ts'

/** A call as a program sends it: the source of the samples in every language. */
export type SampleCall = {
  readonly baseUrl: string
  /** Group and name in the contract. */
  readonly name: string
  readonly method: Route['method']
  /** Without host and query; this is what is signed. */
  readonly path: string
  /** With the question mark; empty if there is none. */
  readonly search: string
  /** As JSON; undefined if the route reads no body. */
  readonly body: string | undefined
  readonly parts: Readonly<Record<'params' | 'query', Readonly<Record<string, string>> | undefined>> & {
    readonly body: ExampleBody | undefined
  }
  /** The credentials of a partner, who signs; undefined for other callers. */
  readonly signer: { readonly apiKey: string; readonly secret: string } | undefined
  /** A client's session; undefined for other callers. */
  readonly session: string | undefined
  /** Whether the answer is rows, to be read one by one. */
  readonly isRows: boolean
}

/** The example of a route as a call on this exchange. A sandbox is called with its published key, live with a blank. */
export function sampleCall(place: Place, name: string, route: Route): SampleCall {
  return callSample(place, name, route, exampleOf(name, route))
}

type Place = { readonly baseUrl: string; readonly mode: Mode }

/** A call of a route with given parts. */
export function callSample(
  { baseUrl, mode }: Place,
  name: string,
  route: Route,
  { params, query, body }: ReturnType<typeof exampleOf>,
): SampleCall {
  const search = new URLSearchParams(query).toString()
  const hasSession: readonly Caller[] = ['client', 'buyer']
  return {
    baseUrl,
    name,
    method: route.method,
    path: pathOf(route, params),
    search: search === '' ? '' : `?${search}`,
    body: route.body && JSON.stringify(body, null, 2),
    parts: { params: route.params && params, query: route.query && query, body: route.body && body },
    signer: route.caller === 'partner' ? keysOf(mode) : undefined,
    session: hasSession.includes(route.caller) ? sessionOf(name) : undefined,
    isRows: route.isRows === true,
  }
}

function keysOf(mode: Mode): { readonly apiKey: string; readonly secret: string } {
  return mode === 'sandbox' ? sandboxPartner : { apiKey: 'YOUR_API_KEY', secret: 'YOUR_SECRET' }
}
