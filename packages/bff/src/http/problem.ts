import { networkOf } from '@cambio/server/http/clientAddress.ts'
import { clientIpOf, hasDisconnected, requestIdOf, type DoorContext } from '@cambio/server/http/door.ts'
import type { Log } from '@cambio/server/log.ts'
import { DatabaseUnavailable } from '@cambio/server/postgres/DatabaseUnavailable.ts'
import { catalogue, Refusal, type Code, type Problem } from '@cambio/wire/http/Problem.ts'

/** Seconds after which a service that is not ready may be asked again. */
export const RETRY_AFTER_SECONDS = 5

/** Headers to be set on an answer. */
export type AnswerHeaders = Record<string, string>

/** Answers a failed request of a program. */
export function failed(log: Log, c: DoorContext, error: unknown, headers: AnswerHeaders = {}): Response {
  return refuse(c, loggedRefusal(log, c, error), headers)
}

/**
 * The refusal of a failed request. An unexpected error is logged, and its refusal shows only the request id. A refusal
 * whose cause only the operator can fix is logged too.
 */
export function loggedRefusal(log: Log, c: DoorContext, error: unknown): Refusal {
  if (hasDisconnected(c)) return incompleteBody()
  const refusal = refusalOf(error)
  if (signIns.has(refusal.code)) logSignIn(log, c, refusal)
  if (refusal !== error || refusal.cause !== undefined)
    log.error('a request failed', {
      error,
      ...c.get('concerns'),
      requestId: requestIdOf(c),
      refusal: refusal.code,
    })
  return refusal
}

/** The refusal of a request whose sender disconnected before its body had arrived: nothing failed on our side. */
export function incompleteBody(): Refusal {
  return new Refusal('malformed_json', 'The body ended early; nothing was done')
}

const signIns: ReadonlySet<Code> = new Set([
  'credentials_invalid',
  'login_invalid',
  'ts_invalid',
  'code_invalid',
])

function logSignIn(log: Log, c: DoorContext, { code, account, reason }: Refusal): void {
  const network = networkOf(clientIpOf(c))
  log.warn('a sign-in failed', { refusal: code, account, reason, network, requestId: requestIdOf(c) })
}

/** Answers with a refusal as problem details (RFC 9457). */
export function refuse(c: DoorContext, refusal: Refusal, headers: AnswerHeaders = {}): Response {
  const { status, title } = catalogue[refusal.code]
  const problem: Problem = {
    ...refusal.extra,
    type: `/docs#${refusal.code}`,
    title,
    status,
    detail: detailOf(refusal),
    success: 0,
    code: refusal.code,
    request_id: widgetRequestOf(refusal) ?? requestIdOf(c),
    errors: [...refusal.errors],
  }
  return new Response(JSON.stringify(problem), {
    status,
    headers: {
      'Content-Type': 'application/problem+json',
      ...((status === 503 || status === 429) && { 'Retry-After': retryAfter(refusal) }),
      ...headers,
    },
  })
}

/** A person may read the detail alone: it names the first field that is wrong. */
function detailOf({ message, errors: [first] }: Refusal): string {
  const field = first?.pointer.slice(1) ?? ''
  return message.includes(field) ? message : `${field}: ${message}`
}

/** The widget request that a refusal is about, if any. The header always names the HTTP request. */
function widgetRequestOf({ extra }: Refusal): string | undefined {
  return typeof extra['request_id'] === 'string' ? extra['request_id'] : undefined
}

/** Refuses a method that an address does not accept, and lists those that it does. */
export function methodNotAllowed(c: DoorContext, methods: readonly string[]): Response {
  const Allow = methods.join(', ')
  return refuse(c, new Refusal('method_not_allowed', `This address accepts ${Allow}`), { Allow })
}

/** The refusal for a failed request: the error itself if it is one, or else an internal error without details. */
function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof DatabaseUnavailable)
    return new Refusal(
      'unavailable',
      error.isUnknown
        ? 'The service is not available. We do not know whether this was done: check before you repeat it'
        : 'The service is not available. Nothing was done: try again in a moment',
    )
  return new Refusal('internal', 'Something failed on our side. Give the request_id when you ask about it')
}

/** The refusal of an exceeded limit; it says when the limit's window ends. */
export function tooMany(seconds: number): Refusal {
  return new Refusal('too_many_requests', `Too many requests; try again in ${seconds} s`, {
    extra: { retry_after: seconds },
  })
}

function retryAfter({ extra }: Refusal): string {
  return String(typeof extra['retry_after'] === 'number' ? extra['retry_after'] : RETRY_AFTER_SECONDS)
}
