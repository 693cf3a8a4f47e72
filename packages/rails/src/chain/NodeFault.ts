import { BaseError, HttpRequestError, ResponseBodyTooLargeError, RpcRequestError, TimeoutError } from 'viem'

/** What a node did instead of answering a call. */
export type NodeFault =
  /** It did not answer in time, or there is no connection. */
  | { readonly is: 'silent' }
  /** It asks for fewer calls, and says how long to wait first, milliseconds; null where it does not say. */
  | { readonly is: 'limited'; readonly by: string; readonly retryAfterMs: number | null }
  /** It refuses the call. For logs of many blocks: because they are too many. */
  | { readonly is: 'refused'; readonly by: string; readonly method: string }
  /** It does not accept our key. */
  | { readonly is: 'locked'; readonly by: string }
  /** A server in front of it failed, or its answer makes no sense. */
  | { readonly is: 'failed'; readonly by: string }

/**
 * Providers' codes for too many calls, beside EIP-1474's: the HTTP status repeated in the answer, and two of their own.
 */
const LIMIT_CODES: ReadonlySet<number> = new Set([429, -32_007, -32_029])
/** EIP-1474's code for a limit: of the number of calls, or, for logs, of what one call may ask for. */
const LIMIT_EXCEEDED = -32_005
const TOO_MANY_REQUESTS = 429
const UNAVAILABLE = 503
const UNAUTHORIZED = 401

/** The fault of a node, by the error that ended a call. Undefined for an error that no node caused. */
export function nodeFaultOf(error: unknown): NodeFault | undefined {
  if (!(error instanceof BaseError)) return undefined
  const cause = error.walk(
    (each) =>
      each instanceof RpcRequestError ||
      each instanceof HttpRequestError ||
      each instanceof ResponseBodyTooLargeError ||
      each instanceof TimeoutError,
  )
  if (cause instanceof RpcRequestError || cause instanceof HttpRequestError) return faultOf(cause)
  if (cause instanceof ResponseBodyTooLargeError)
    return { is: 'refused', by: 'the answer is too long', method: methodOf(error) }
  return cause instanceof TimeoutError ? { is: 'silent' } : { is: 'failed', by: error.name }
}

function faultOf(error: RpcRequestError | HttpRequestError): NodeFault {
  const { status, headers } = error
  const code = error instanceof RpcRequestError ? error.code : undefined
  const method = methodOf(error)
  const by = [status && `HTTP status ${status}`, code && `error ${code}`].filter(Boolean).join(', ')
  const isLimit =
    status === TOO_MANY_REQUESTS ||
    (code !== undefined && LIMIT_CODES.has(code)) ||
    (code === LIMIT_EXCEEDED && method !== 'eth_getLogs')
  const retryAfterMs = delayOf(headers?.get('Retry-After'))
  if (isLimit || (status === UNAVAILABLE && retryAfterMs !== null)) return { is: 'limited', by, retryAfterMs }
  if (status === UNAUTHORIZED) return { is: 'locked', by }
  if (code !== undefined || (status !== undefined && status < 500)) return { is: 'refused', by, method }
  if (status !== undefined) return { is: 'failed', by }
  return error.cause instanceof SyntaxError ? { is: 'failed', by: 'no JSON' } : { is: 'silent' }
}

/** The error names the method in its text alone. */
function methodOf(error: Error): string {
  return /"method":"(\w+)"/.exec(error.message)?.[1] ?? 'a call'
}

/** How long a node wants to be left alone, milliseconds. It gives seconds or a date. */
function delayOf(retryAfter: string | null | undefined): number | null {
  if (!retryAfter) return null
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter) * 1_000
  const until = Date.parse(retryAfter)
  return Number.isNaN(until) ? null : Math.max(0, until - Date.now())
}

/** A node's fault as a sentence for the operator. It quotes nothing from the node, since that may contain a secret. */
export function sentenceOf(fault: NodeFault): string {
  switch (fault.is) {
    case 'silent':
      return 'The node does not answer.'
    case 'limited':
      return `The node limits how often it is asked (${fault.by}): choose a larger plan, or another node.`
    case 'refused':
      return `The node refuses ${fault.method} (${fault.by}).`
    case 'locked':
      return `The node refuses the call (${fault.by}): check that the key in CHAIN_URL is valid.`
    case 'failed':
      return `The node fails to answer (${fault.by}).`
  }
}
