import { catalogue, Problem, type Code } from '@cambio/wire/http/Problem.ts'
import { refusalsOf, type Route } from '@cambio/wire/http/route.ts'
import type { Reply } from '../../rig.ts'
import { statusAndCode } from '../statusAndCode.ts'
import type { Case } from './Case.ts'

/** What is wrong with an answer, in words; undefined if it is as documented and as the case wants it. */
export function breachOf(
  route: Route,
  { expected }: Case,
  { reply, other }: { reply: Reply; other?: Reply },
): string | undefined {
  const undocumented = undocumentedOf(route, reply)
  if (undocumented) return `${undocumented}: ${reply.text.slice(0, 300)}`
  const code = codeOf(reply)
  const blamed = code === undefined ? [] : blamedOf(reply)
  if (expected.is === 'refused') {
    if (code === undefined || !expected.codes.includes(code)) return `answered ${reply.text.slice(0, 300)}`
    const { pointer } = expected
    if (pointer === undefined) return undefined
    const others = blamed.filter((one) => one !== pointer && !one.startsWith(`${pointer}/`))
    return blamed.length === 0 || others.length > 0 ? `blames ${blamed.join(' ')} for ${pointer}` : undefined
  }
  if (expected.unblamed !== undefined && code === 'validation_failed' && blamed.includes(expected.unblamed))
    return `blames ${expected.unblamed}`
  if (other && other.status !== 200 && String(statusAndCode(other)) !== String(statusAndCode(reply)))
    return `answered ${reply.text.slice(0, 300)} and without the field ${other.text.slice(0, 300)}`
  return undefined
}

/** The rig has held an answer that is no refusal to its schema: what is not as described is a 500. */
function undocumentedOf(route: Route, reply: Reply): string | undefined {
  const type = reply.headers.get('content-type')
  if (reply.status === 200) return typesOf(route).includes(type) ? undefined : `is of the type ${type}`
  if (reply.status >= 500) return `is a ${reply.status}`
  if (type !== 'application/problem+json') return `is of the type ${type}`
  const problem = Problem.safeParse(reply.body)
  if (!problem.success) return 'is not a problem'
  const { status, request_id } = problem.data
  const code = codeOf(reply)
  if (code === undefined || !refusalsOf(route).includes(code))
    return 'has a code that the route does not document'
  if (status !== reply.status || catalogue[code].status !== status) return 'has another status than its code'
  return request_id === reply.headers.get('x-request-id') ? undefined : 'has another request_id'
}

function typesOf({ isRows }: Route): readonly (string | null)[] {
  return isRows ? ['text/csv; charset=utf-8', 'application/jsonl'] : ['application/json']
}

function codeOf(reply: Reply): Code | undefined {
  const code = reply.at('code')
  return typeof code === 'string' && isCode(code) ? code : undefined
}

function isCode(code: string): code is Code {
  return Object.hasOwn(catalogue, code)
}

function blamedOf(reply: Reply): readonly string[] {
  return Problem.parse(reply.body).errors.map(({ pointer }) => pointer)
}
