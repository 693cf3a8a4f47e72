import { execFile, execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { signRequest, signRequestV2, signWebhook } from '@cambio/wire/partner/signature.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { makeTestCallback } from '../src/testing.ts'

/*
 * The recipes of the guide, run as they stand there by the languages' own interpreters, where this machine has them.
 */

const at = new Date('2026-03-01T12:00:00Z')
const seconds = at.getTime() / 1_000
const secret = 'sandbox-callback-secret'
const former = 'the-secret-before'
const made = makeTestCallback({ secret, at, id: 'cb_1', order: { client_email: 'zoë@example.com' } })
const headers = Object.fromEntries(
  Object.entries(made.headers).map(([name, value]) => [name.toLowerCase(), value]),
)
const orderBody = '{"partner_order_id":"xxxxx-xxxxx-xxxx1"}'

/** What is signed, and what must come out: the published signatures, and one with a time in front. */
const requests = [
  {
    request: { secret: 'test_secret', path: '/api/v1/partner/order', body: orderBody, timestamp: '' },
    signature: '20uRwx20Jaukqe86IB1tZO4MeeJ8C9pjCLUjF5Z4kSi+IBDaKyVn9qIwCwLns/m6JrIpWEDQ1Bgu8NFwNiy9Ng==',
  },
  {
    request: { secret: 'test_secret', path: '/api/v2/partner/healthcheck', body: '', timestamp: '' },
    signature: '7+wa/0bCM/f69nzRmDEDVyN92rBmE1GjvmqjpWItdlXjJcMbKcAcuNf6miVqAIl/PC45UkWX0d2tOvKdQajOgw==',
  },
  {
    request: { secret: 'clé', path: '/p', body: '{"name":"zoë"}', timestamp: '1772366400' },
    signature: signRequest('clé', '/p', '{"name":"zoë"}', '1772366400'),
  },
]

/** Requests in version 2 of the signature. */
const requestsV2 = [
  {
    secret: 'test_secret',
    method: 'GET',
    target: '/api/v2/partner/order/list?status=finished&rows=5',
    body: '',
    timestamp: '1772366400',
  },
  { secret: 'clé', method: 'POST', target: '/p?a=%C3%A9', body: '{"name":"zoë"}', timestamp: '1772366400' },
].map((request) => ({ request, signature: signRequestV2(request.secret, request) }))

const callback = { secret, body: made.body, headers, now: seconds }
const callbacks = [
  { callback, genuine: true },
  { callback: { ...callback, now: seconds + 300 }, genuine: true },
  {
    callback: { ...callback, headers: withHeader('webhook-signature', (value) => `v1,AAAA ${value}`) },
    genuine: true,
  },
  // The secret that is being replaced: API-Signature is by the new one alone.
  { callback: { ...callback, secret: former, headers: signedByBoth() }, genuine: true },
  { callback: { ...callback, headers: signedByBoth() }, genuine: true },
  { callback: { ...callback, now: seconds + 301 }, genuine: false },
  { callback: { ...callback, now: seconds - 301 }, genuine: false },
  { callback: { ...callback, secret: 'another' }, genuine: false },
  { callback: { ...callback, body: `${made.body} ` }, genuine: false },
  { callback: { ...callback, headers: {} }, genuine: false },
  ...Object.keys(made.headers).flatMap((name) => [
    {
      callback: { ...callback, headers: withHeader(name, () => 'é') },
      genuine: !name.startsWith('webhook-'),
    },
    { callback: { ...callback, headers: withHeader(name, () => '') }, genuine: !name.startsWith('webhook-') },
  ]),
]

/** How each is asked for its version and run, and a few lines that hand the cases to the recipe and print what it says. */
const languages = [
  {
    name: 'PHP',
    version: ['php', '--version'],
    run: ['php', 'run.php'],
    fence: 'php',
    recipe: 'cambio.php',
    driver: 'run.php',
    lines: `<?php
require __DIR__ . '/cambio.php';
[$requests, $requestsV2, $callbacks] = json_decode(file_get_contents(__DIR__ . '/cases.json'), true);
echo json_encode([
    array_map(fn ($r) => cambio_sign_request($r['secret'], $r['path'], $r['body'], $r['timestamp']), $requests),
    array_map(fn ($r) => cambio_sign_request_v2($r['secret'], $r['method'], $r['target'], $r['body'], $r['timestamp']), $requestsV2),
    array_map(fn ($c) => cambio_callback_is_genuine($c['secret'], $c['body'], $c['headers'], $c['now']), $callbacks),
]);
`,
  },
  {
    name: 'Python',
    version: ['python3', '--version'],
    run: ['python3', 'run.py'],
    fence: 'python',
    recipe: 'cambio.py',
    driver: 'run.py',
    lines: `
import json, pathlib
from cambio import sign_request, sign_request_v2, callback_is_genuine
requests, requests_v2, callbacks = json.loads((pathlib.Path(__file__).parent / "cases.json").read_bytes())
print(json.dumps([
    [sign_request(r["secret"], r["path"], r["body"].encode(), r["timestamp"]) for r in requests],
    [sign_request_v2(r["secret"], r["method"], r["target"], r["body"].encode(), r["timestamp"]) for r in requests_v2],
    [callback_is_genuine(c["secret"], c["body"].encode(), c["headers"], c["now"]) for c in callbacks],
]))
`,
  },
  {
    name: 'Go',
    version: ['go', 'version'],
    run: ['go', 'run', 'run.go'],
    fence: 'go',
    recipe: 'cambio/cambio.go',
    driver: 'run.go',
    lines: `package main

import (
	"encoding/json"
	"net/http"
	"os"
	"time"

	"recipes/cambio"
)

type request struct{ Secret, Method, Path, Target, Body, Timestamp string }
type callback struct {
	Secret, Body string
	Headers      map[string]string
	Now          int64
}

func main() {
	file, _ := os.ReadFile("cases.json")
	var requests, requestsV2 []request
	var callbacks []callback
	if err := json.Unmarshal(file, &[]any{&requests, &requestsV2, &callbacks}); err != nil {
		panic(err)
	}
	signatures := []string{}
	for _, r := range requests {
		signatures = append(signatures, cambio.SignRequest(r.Secret, r.Path, []byte(r.Body), r.Timestamp))
	}
	signaturesV2 := []string{}
	for _, r := range requestsV2 {
		signaturesV2 = append(signaturesV2, cambio.SignRequestV2(r.Secret, r.Method, r.Target, []byte(r.Body), r.Timestamp))
	}
	verdicts := []bool{}
	for _, c := range callbacks {
		headers := http.Header{}
		for name, value := range c.Headers {
			headers.Set(name, value)
		}
		verdicts = append(verdicts, cambio.CallbackIsGenuine(c.Secret, []byte(c.Body), headers, time.Unix(c.Now, 0)))
	}
	json.NewEncoder(os.Stdout).Encode([]any{signatures, signaturesV2, verdicts})
}
`,
  },
]

const present = languages.filter(({ version }) => isHere(version))
let folder: string
let guide: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cambio-recipes-'))
  guide = await readFile(new URL('../signatures.md', import.meta.url), 'utf8')
})
afterAll(() => rm(folder, { recursive: true }))

test.for(present)('the recipe in $name signs and checks as the exchange does', async (language) => {
  await write(language.recipe, recipeIn(language.fence))
  await write(language.driver, language.lines)
  await write('go.mod', 'module recipes\n')
  const signed = [requests, requestsV2].map((all) => all.map(({ request }) => request))
  const cases = [...signed, callbacks.map(({ callback }) => callback)]
  await write('cases.json', JSON.stringify(cases))
  const [program = '', ...args] = language.run
  const { stdout } = await promisify(execFile)(program, args, { cwd: folder })
  const [signatures, signaturesV2, verdicts] = Answers.parse(JSON.parse(stdout))
  expect(signatures).toEqual(requests.map(({ signature }) => signature))
  expect(signaturesV2).toEqual(requestsV2.map(({ signature }) => signature))
  expect(verdicts).toEqual(callbacks.map(({ genuine }) => genuine))
})

test('the guide has a recipe in each language, and the run says which were run', () => {
  for (const { fence } of languages) expect(recipeIn(fence)).toContain('v1,')
  const ran = present.map(({ name }) => name).join(' and ') || 'none'
  const absent = languages.filter((language) => !present.includes(language)).map(({ name }) => name)
  console.info(
    `Signature recipes that were run: ${ran}. Not on this machine: ${absent.join(' and ') || 'none'}.`,
  )
})

const Answers = z.tuple([z.array(z.string()), z.array(z.string()), z.array(z.boolean())])

async function write(name: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, name)), { recursive: true })
  await writeFile(join(folder, name), text)
}

function recipeIn(fence: string): string {
  return new RegExp(`^\`\`\`${fence}\\n(.*?)^\`\`\``, 'ms').exec(guide)?.[1] ?? ''
}

function withHeader(name: string, change: (value: string) => string): Record<string, string> {
  const lowerCaseName = name.toLowerCase()
  return { ...headers, [lowerCaseName]: change(headers[lowerCaseName] ?? '') }
}

/** The headers while the former secret holds too, its signature behind the new one's. */
function signedByBoth(): Record<string, string> {
  const { 'webhook-id': id = '', 'webhook-timestamp': timestamp = '' } = headers
  return withHeader(
    'webhook-signature',
    (value) => `${value} ${signWebhook(former, id, timestamp, made.body)}`,
  )
}

function isHere([program = '', ...args]: readonly string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
