import type { SampleCall } from './SampleCall.ts'

/** A call in Go, with only its standard library. */
export function go({ baseUrl, method, path, search, body, signer, session }: SampleCall): string {
  const packages = [
    ...(signer ? ['crypto/hmac', 'crypto/sha256', 'crypto/sha512', 'encoding/base64'] : []),
    'fmt',
    'io',
    'log',
    'net/http',
    ...(body === undefined ? [] : ['strings']),
  ]
  const signing = signer && [
    `digest := sha256.Sum256([]byte(path${body === undefined ? '' : ' + body'}))`,
    `mac := hmac.New(sha512.New, []byte("${signer.secret}"))`,
    'mac.Write(digest[:])',
  ]
  const headers = [
    ...(signer
      ? [
          ['API-Key', `"${signer.apiKey}"`],
          ['API-Signature', 'base64.StdEncoding.EncodeToString(mac.Sum(nil))'],
        ]
      : []),
    ...(session === undefined ? [] : [['Authorization', `"Bearer ${session}"`]]),
    ...(body === undefined ? [] : [['Content-Type', '"application/json"']]),
  ]
  const query = search === '' ? '' : `+"${search}"`
  const content = body === undefined ? 'nil' : 'strings.NewReader(body)'
  const lines = [
    `path := "${path}"`,
    ...(body === undefined ? [] : [`body := \`${body}\``]),
    ...(signing ?? []),
    '',
    `request, err := http.NewRequest("${method}", "${baseUrl}"+path${query}, ${content})`,
    ...failing,
    ...headers.map(([name, value]) => `request.Header.Set("${name}", ${value})`),
    'answer, err := http.DefaultClient.Do(request)',
    ...failing,
    'defer answer.Body.Close()',
    'text, err := io.ReadAll(answer.Body)',
    ...failing,
    'fmt.Println(answer.Status, string(text))',
  ]
  return [
    'package main',
    '',
    'import (',
    ...packages.map((name) => `\t"${name}"`),
    ')',
    '',
    'func main() {',
    ...lines.map((line) => (line === '' ? '' : `\t${line}`)),
    '}',
  ].join('\n')
}

const failing = ['if err != nil {', '\tlog.Fatal(err)', '}']
