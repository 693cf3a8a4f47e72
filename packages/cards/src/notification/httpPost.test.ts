import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { httpPost } from './httpPost.ts'

/** As in a sandbox. */
const inside = { allowPrivate: true }

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

async function listening(answer: RequestListener): Promise<string> {
  server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/notice`
}

test('a form is posted, and the answer read', async () => {
  const url = await listening((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => response.end(`${request.method} ${request.headers['content-type']} ${body}`))
  })
  const answer = await httpPost(5_000, inside)(url, new URLSearchParams({ action: 'SALE', order_id: 'a b' }))
  expect(answer).toEqual({
    status: 200,
    text: 'POST application/x-www-form-urlencoded;charset=UTF-8 action=SALE&order_id=a+b',
  })
})

test('a redirect is not followed', async () => {
  let requests = 0
  const url = await listening((_, response) => {
    requests += 1
    response.writeHead(307, { Location: '/elsewhere' }).end()
  })
  expect(await httpPost(5_000, inside)(url, new URLSearchParams())).toMatchObject({ status: 307 })
  expect(requests).toBe(1)
})

test('an answer without end is not read to its end', async () => {
  const url = await listening((_, response) => {
    const more = () => void (response.writable && response.write('x'.repeat(1024), more))
    more()
  })
  const { text } = await httpPost(5_000, inside)(url, new URLSearchParams())
  expect(text.length).toBeLessThan(1_000_000)
})

test('an address that says nothing is a time-out', async () => {
  const url = await listening(() => {})
  await expect(httpPost(50, inside)(url, new URLSearchParams())).rejects.toMatchObject({
    name: 'TimeoutError',
  })
})

test.for([
  ['http://shop.example/n', 'The address is not https'],
  ['https://127.0.0.1/n', 'The address is not on the public internet'],
  ['https://[::1]/n', 'The address is not on the public internet'],
  ['https://169.254.169.254/latest', 'The address is not on the public internet'],
  ['https://user:secret@shop.example/n', 'The address carries a password'],
  ['https://inside.example/n', 'The address is not on the public internet'],
])('in live nothing is sent to %s', async ([url, message]) => {
  const resolve = () => Promise.resolve([{ address: '10.0.0.7', family: 4 }])
  const post = httpPost(5_000, { allowPrivate: false, resolve })
  await expect(post(url ?? '', new URLSearchParams())).rejects.toMatchObject({ name: 'NotAllowed', message })
})
