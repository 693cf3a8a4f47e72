import { isList, type ExampleBody, type ExampleValue } from '../examples.ts'
import type { SampleCall } from './SampleCall.ts'

/** A call in Python, with only its standard library. */
export function python({ baseUrl, method, path, search, body, parts, signer, session }: SampleCall): string {
  const headers = [
    ...(signer
      ? [`"API-Key": "${signer.apiKey}"`, `"API-Signature": base64.b64encode(signature).decode()`]
      : []),
    ...(session === undefined ? [] : [`"Authorization": "Bearer ${session}"`]),
    ...(body === undefined ? [] : [`"Content-Type": "application/json"`]),
  ]
  const modules = [...(signer ? ['base64', 'hashlib', 'hmac'] : []), ...(body === undefined ? [] : ['json'])]
  const signing = signer && [
    `digest = hashlib.sha256(path.encode()${body === undefined ? '' : ' + body'}).digest()`,
    `signature = hmac.new(b"${signer.secret}", digest, hashlib.sha512).digest()`,
  ]
  const query = search === '' ? '' : ` + "${search}"`
  const request = [
    `    "${baseUrl}" + path${query},`,
    `    method="${method}",`,
    ...(body === undefined ? [] : ['    data=body,']),
    ...(headers.length === 0
      ? []
      : ['    headers={', ...headers.map((header) => `        ${header},`), '    },']),
  ]
  return [
    `import ${[...modules, 'urllib.request'].join(', ')}`,
    '',
    `path = "${path}"`,
    ...(parts.body ? [`body = json.dumps(${literal(parts.body)}).encode()`] : []),
    ...(signing ?? []),
    '',
    'request = urllib.request.Request(',
    ...request,
    ')',
    'with urllib.request.urlopen(request, timeout=30) as answer:',
    '    print(answer.read().decode())',
  ].join('\n')
}

function literal(fields: ExampleBody, indent = ''): string {
  const lines = Object.entries(fields).map(
    ([field, value]) => `${indent}    ${JSON.stringify(field)}: ${valueOf(value, `${indent}    `)},`,
  )
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indent}}`
}

/** A text or a list of them, which are written as in JSON, or an object. */
function valueOf(value: ExampleValue, indent: string): string {
  return typeof value === 'string' || isList(value) ? JSON.stringify(value) : literal(value, indent)
}
