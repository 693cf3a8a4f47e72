import { NoAnswer, ProblemError, problemOf } from './ProblemError.ts'

/**
 * Requests JSON lines and yields each as it arrives.
 * @param options.timeLimitMs how long the exchange may be silent
 * @throws ProblemError, NoAnswer
 */
export async function* jsonLines(
  fetch: typeof globalThis.fetch,
  url: URL,
  { headers, timeLimitMs }: { headers: Readonly<Record<string, string>>; timeLimitMs: number },
): AsyncGenerator {
  const abort = new AbortController()
  let silence = setTimeout(() => abort.abort(), timeLimitMs)
  try {
    const response = await fetch(url, { headers, redirect: 'error', signal: abort.signal })
    if (!response.ok) throw problemOf(response, await response.json())
    if (!response.body) throw new NoAnswer('The exchange answered nothing')
    const decoder = new TextDecoder()
    let rest = ''
    for await (const chunk of response.body) {
      clearTimeout(silence)
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) yield JSON.parse(line)
      silence = setTimeout(() => abort.abort(), timeLimitMs)
    }
    if (rest !== '') throw new NoAnswer('The answer of the exchange broke off within a row')
  } catch (error) {
    throw isOurs(error) ? error : brokenOff(error)
  } finally {
    clearTimeout(silence)
    abort.abort()
  }
}

function isOurs(error: unknown): boolean {
  return error instanceof NoAnswer || error instanceof ProblemError
}

function brokenOff(cause: unknown): NoAnswer {
  return new NoAnswer('The exchange did not answer, or its answer broke off', { cause })
}
