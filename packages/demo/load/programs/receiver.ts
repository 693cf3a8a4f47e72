import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import process from 'node:process'

/*
 * A receiver of callbacks and of the card platform's notifications that acknowledges everything at once, in a process of
 * its own. It says when the first callback of each order came, and when so many messages have come in all.
 */

type Question = { readonly wait: number } | { readonly firsts: true }

let count = 0
let firsts: Record<string, string> = {}
let waiting: { readonly until: number } | undefined

const server = createServer((request, response) => {
  const at = process.hrtime.bigint()
  let body = ''
  request.setEncoding('utf8')
  request.on('data', (chunk: string) => (body += chunk))
  request.on('end', () => {
    response.end('OK')
    count += 1
    const id = /"client_order_id":"([^"]+)"/.exec(body)?.[1]
    if (id !== undefined) firsts[id] ??= String(at)
    reportCount()
  })
})
server.keepAliveTimeout = 60_000

function reportCount(): void {
  if (!waiting || count < waiting.until) return
  waiting = undefined
  process.send?.(count)
}

process.on('message', (question: Question) => {
  if ('wait' in question) {
    waiting = { until: question.wait }
    return reportCount()
  }
  process.send?.(firsts)
  firsts = {}
})
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.send?.({ url: `http://127.0.0.1:${port}/callbacks` })
})
