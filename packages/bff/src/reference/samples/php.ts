import { isList, type ExampleBody, type ExampleValue } from '../examples.ts'
import type { SampleCall } from './SampleCall.ts'

/** A call in PHP, with only its standard extensions. */
export function php({ baseUrl, method, path, search, body, parts, signer, session }: SampleCall): string {
  const headers = [
    ...(signer ? [`'API-Key: ${signer.apiKey}'`, '"API-Signature: $signature"'] : []),
    ...(session === undefined ? [] : [`'Authorization: Bearer ${session}'`]),
    ...(body === undefined ? [] : [`'Content-Type: application/json'`]),
  ]
  const signing = signer && [
    `$digest = hash('sha256', $path${body === undefined ? '' : ' . $body'}, true);`,
    `$signature = base64_encode(hash_hmac('sha512', $digest, '${signer.secret}', true));`,
  ]
  const options = [
    `    'method' => '${method}',`,
    ...(headers.length === 0
      ? []
      : ["    'header' => [", ...headers.map((header) => `        ${header},`), '    ],']),
    ...(body === undefined ? [] : [`    'content' => $body,`]),
    `    'ignore_errors' => true,`,
    `    'timeout' => 30,`,
  ]
  return [
    '<?php',
    '',
    `$path = '${path}';`,
    ...(parts.body ? [`$body = json_encode(${literal(parts.body)});`] : []),
    ...(signing ?? []),
    '',
    `echo file_get_contents('${baseUrl}' . $path${search === '' ? '' : ` . '${search}'`}, false, stream_context_create(['http' => [`,
    ...options,
    ']]));',
  ].join('\n')
}

function literal(fields: ExampleBody, indent = ''): string {
  const lines = Object.entries(fields).map(
    ([field, value]) => `${indent}    ${quoted(field)} => ${valueOf(value, `${indent}    `)},`,
  )
  // An empty list of PHP's would become [] and not {}.
  return lines.length === 0 ? '(object) []' : `[\n${lines.join('\n')}\n${indent}]`
}

/** A text, a list of them, or an object. */
function valueOf(value: ExampleValue, indent: string): string {
  if (typeof value === 'string') return quoted(value)
  return isList(value) ? `[${value.map(quoted).join(', ')}]` : literal(value, indent)
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`
}
