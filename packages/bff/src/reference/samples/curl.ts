import type { SampleCall } from './SampleCall.ts'

/** A call in the shell: openssl signs and curl sends. */
export function curl({ baseUrl, method, path, search, body, signer, session }: SampleCall): string {
  const isPlain = method === (body === undefined ? 'GET' : 'POST')
  const url = signer ? `"${baseUrl}$path${search}"` : `'${baseUrl}${path}${search}'`
  const parts = [
    `curl -sS${isPlain ? '' : ` -X ${method}`} ${url}`,
    ...(signer ? [`-H 'API-Key: ${signer.apiKey}'`, `-H "API-Signature: $signature"`] : []),
    ...(session === undefined ? [] : [`-H 'Authorization: Bearer ${session}'`]),
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`]),
    ...(body === undefined ? [] : [signer ? '-d "$body"' : `-d ${quoted(body)}`]),
  ]
  const sending = parts.join(' \\\n  ')
  if (!signer) return sending
  return [
    `path=${quoted(path)}`,
    ...(body === undefined ? [] : [`body=${quoted(body)}`]),
    `signature=$(printf '%s' "$path${body === undefined ? '' : '$body'}" |`,
    `  openssl dgst -sha256 -binary |`,
    `  openssl dgst -sha512 -hmac ${quoted(signer.secret)} -binary |`,
    `  openssl base64 -A)`,
    '',
    sending,
  ].join('\n')
}

/** A text as one word of the shell, in which nothing is replaced. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
