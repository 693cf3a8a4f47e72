/**
 * Asks one shared question for all callers that arrive while the last one is under way: it begins after they have
 * arrived, so that its answer is fresh for each.
 */
export function sharedAsking<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<Answer> | undefined

  async function begin(after: Promise<unknown>): Promise<Answer> {
    await after.catch(() => {})
    next = undefined
    const answer = ask()
    running = answer
    return answer
  }

  return () => (next ??= begin(running))
}
