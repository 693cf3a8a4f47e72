import { tracedFetch } from '@cambio/server/trace/tracedFetch.ts'

/** What the platform answered: any status below 500 with a JSON body. */
export type Reply = { readonly status: number; readonly text: string; readonly json: unknown }

/**
 * There is no answer to rely on: silence, a broken connection, a 5xx, or a body that makes no sense. The request may
 * have been carried out. The message says which it was, and never quotes the body.
 */
export class Unanswered extends Error {
  override readonly name = 'Unanswered'
}

/** How much of an answer is read, bytes. */
const LONGEST_ANSWER = 256 * 1024

/**
 * Calls a provider's platform once.
 * @param limit ends the call, reading the body included
 * @param longestAnswer bytes, where an answer may be long
 * @throws Unanswered
 */
export async function call(
  fetch: typeof globalThis.fetch,
  url: string,
  request: Omit<RequestInit, 'signal' | 'redirect'>,
  limit: AbortSignal,
  longestAnswer = LONGEST_ANSWER,
): Promise<Reply> {
  try {
    const response = await tracedFetch(fetch, url, { ...request, redirect: 'error', signal: limit })
    if (response.status >= 500) {
      await response.body?.cancel()
      throw new Unanswered(`The platform answered with status ${response.status}`)
    }
    const text = await textOf(response, longestAnswer)
    return { status: response.status, text, json: JSON.parse(text) as unknown }
  } catch (error) {
    if (error instanceof Unanswered) throw error
    if (limit.aborted) throw new Unanswered('The platform did not answer in time', { cause: error })
    if (error instanceof SyntaxError) throw new Unanswered('The answer is no JSON', { cause: error })
    throw new Unanswered(`The connection failed (${codeOf(error)})`, { cause: error })
  }
}

async function textOf(response: Response, longestAnswer: number): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > longestAnswer) throw new Unanswered('The answer is too long')
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

function codeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string'
    ? cause.code
    : 'no reason'
}
