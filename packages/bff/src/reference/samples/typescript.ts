import { isList, type ExampleBody, type ExampleValue } from '../examples.ts'
import type { SampleCall } from './SampleCall.ts'

/** A call in TypeScript: a partner's by its package, others by fetch. */
export function typescript(call: SampleCall): string {
  return call.signer ? signedCall(call, call.signer) : fetched(call)
}

function signedCall(
  { baseUrl, name, parts, isRows }: SampleCall,
  { apiKey, secret }: NonNullable<SampleCall['signer']>,
): string {
  const sent = Object.entries(parts).flatMap(([part, fields]) =>
    fields ? [`  ${part}: ${literal(fields, '  ')},`] : [],
  )
  const sending = sent.length === 0 ? '{}' : `{\n${sent.join('\n')}\n}`
  const asking = `contract.${name}, ${sending}`
  const asked = isRows
    ? `for await (const row of partner.rows(${asking})) console.log(row)`
    : `const answer = await partner.call(${asking})\nconsole.log(answer)`
  return `import { contract, createPartner } from '@cambio/partner'

const partner = createPartner({
  baseUrl: '${baseUrl}',
  apiKey: '${apiKey}',
  secret: '${secret}',
})

${asked}`
}

function fetched({ baseUrl, method, path, search, parts, session }: SampleCall): string {
  const headers = [
    ...(session === undefined ? [] : [`    Authorization: 'Bearer ${session}',`]),
    ...(parts.body ? [`    'Content-Type': 'application/json',`] : []),
  ]
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(headers.length > 0 ? ['  headers: {', ...headers, '  },'] : []),
    ...(parts.body ? [`  body: JSON.stringify(${literal(parts.body, '  ')}),`] : []),
  ]
  const url = `'${baseUrl}${path}${search}'`
  const sending = options.length === 0 ? url : `${url}, {\n${options.join('\n')}\n}`
  return `const answer = await fetch(${sending})\nconsole.log(answer.status, await answer.json())`
}

function literal(fields: ExampleBody, indent: string): string {
  const lines = Object.entries(fields).map(
    ([field, value]) => `${indent}  ${nameOf(field)}: ${valueOf(value, `${indent}  `)},`,
  )
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indent}}`
}

/** A field's name, in quotes unless it is a valid identifier. */
function nameOf(field: string): string {
  return /^[A-Za-z_]\w*$/.test(field) ? field : quoted(field)
}

/** A text, a list of them, or an object. */
function valueOf(value: ExampleValue, indent: string): string {
  if (typeof value === 'string') return quoted(value)
  return isList(value) ? `[${value.map(quoted).join(', ')}]` : literal(value, indent)
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`
}
