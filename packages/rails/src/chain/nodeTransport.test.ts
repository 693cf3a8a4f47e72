import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chainClient } from './chainClient.ts'
import { nodeFaultOf, sentenceOf } from './NodeFault.ts'

let answer: (outgoing: ServerResponse) => void
let asked: IncomingMessage | undefined
const server = createServer((incoming, outgoing) => {
  asked = incoming
  incoming.resume().on('end', () => answer(outgoing))
})
let place: string
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  place = `127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

const height = (credentials = '') => chainClient(`http://${credentials}${place}/key`).getBlockNumber()
const json = (said: object) => JSON.stringify({ jsonrpc: '2.0', id: 1, ...said })
const fault = async () =>
  height().then(
    () => 'answered',
    (error: unknown) => {
      const found = nodeFaultOf(error)
      return found && sentenceOf(found)
    },
  )

test('a node is called at its path, by the name and the password in its address', async () => {
  answer = (outgoing) => outgoing.end(json({ result: '0x10', error: null }))
  expect(await height('us%20er:pass@')).toBe(16n)
  expect(asked?.url).toBe('/key')
  expect(asked?.headers).toMatchObject({
    authorization: `Basic ${Buffer.from('us er:pass').toString('base64')}`,
    'content-type': 'application/json',
  })
})

test('an answer of a node may be compressed', async () => {
  answer = (outgoing) =>
    outgoing.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync(json({ result: '0x11' })))
  expect(await height()).toBe(17n)
  answer = (outgoing) =>
    outgoing
      .writeHead(200, { 'Content-Encoding': 'gzip' })
      .end(gzipSync(json({ result: '0x11' })).subarray(0, 20))
  expect(await fault()).toBe('The node does not answer.')
})

const cut = (outgoing: ServerResponse) =>
  outgoing.writeHead(200, { 'Content-Length': 1_000 }).write('{', () => outgoing.destroy())

test.each<[string, (outgoing: ServerResponse) => void, string]>([
  ['breaks off', cut, 'The node does not answer.'],
  ['is no object', (outgoing) => outgoing.end('[1]'), 'The node fails to answer (no JSON).'],
  [
    'leads elsewhere',
    (outgoing) => outgoing.writeHead(308, { Location: `http://${place}/` }).end(),
    'The node refuses eth_blockNumber (HTTP status 308).',
  ],
  [
    'is too long',
    (outgoing) => outgoing.end(Buffer.alloc(11 * 1024 ** 2, ' ')),
    'The node refuses a call (the answer is too long).',
  ],
  [
    'is a refusal with a status',
    (outgoing) => outgoing.writeHead(403).end(json({ error: { code: -32_001, message: 'no' } })),
    'The node refuses eth_blockNumber (HTTP status 403, error -32001).',
  ],
])('an answer that %s is a fault of the node', async (_, answers, sentence) => {
  answer = answers
  expect(await fault()).toBe(sentence)
})
