/**
 * A handler in two parts: what it asks that takes its time, such as a provider, a node or a password's hash, and what it
 * then does in the database. A request under an Idempotency-Key holds a connection from its claim to its answer, so it
 * does the first part before it has one.
 */
export function afterAsking<Call, Asked, Answer>(
  ask: (call: Call) => Promise<Asked>,
  work: (call: Call, asked: Asked) => Promise<Answer>,
): Asking<Call, Answer> {
  const begin = async (call: Call) => {
    const asked = await ask(call)
    return (inside: Call) => work(inside, asked)
  }
  return Object.assign(async (call: Call) => (await begin(call))(call), { begin })
}

type Asking<Call, Answer> = ((call: Call) => Promise<Answer>) & {
  /** Does the first part, and gives what does the second. */
  readonly begin: (call: Call) => Promise<(inside: Call) => Promise<Answer>>
}

/**
 * A question that was asked early, for when its answer is needed. A failure is thrown there, as if it had been asked
 * there, and not at all if nobody needs the answer.
 */
export async function heard<Answer>(asking: Promise<Answer>): Promise<() => Promise<Answer>> {
  await asking.catch(() => {})
  return () => asking
}
