import { request, type Agent } from 'node:http'

/** Posts a body as it is and gives the whole answer. What it says is for the caller to judge. */
export function post(
  url: string,
  { agent, headers, body }: { agent: Agent; headers: Readonly<Record<string, string>>; body: string },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const length = { 'Content-Length': String(Buffer.byteLength(body)) }
    const sending = request(
      url,
      { agent, method: 'POST', headers: { ...headers, ...length } },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => (text += chunk))
        response.on('end', () => resolve(text))
        response.on('error', reject)
      },
    )
    sending.on('error', reject)
    sending.end(body)
  })
}
