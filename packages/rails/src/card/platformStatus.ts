import { get as getHttp } from 'node:http'
import { get as getHttps } from 'node:https'

/**
 * Asks a platform for a status and reads nothing else. Unlike `fetch`, which goes on connecting for ten seconds after it was
 * told to stop, it leaves no connection behind that is not made yet.
 * @param input.limitMs how long it waits, milliseconds
 * @returns undefined where there was no answer in time
 */
export function platformStatus(
  url: string,
  { headers = {}, limitMs }: { headers?: Readonly<Record<string, string>>; limitMs: number },
): Promise<number | undefined> {
  const get = url.startsWith('https:') ? getHttps : getHttp
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(limitMs)
    const asked = get(url, { headers, signal }, (answer) => {
      answer.on('error', () => {}).resume()
      resolve(answer.statusCode)
    })
    asked.on('error', () => resolve(undefined))
  })
}
