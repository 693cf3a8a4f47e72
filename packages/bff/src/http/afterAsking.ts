/**
 * A handler in two parts: first slow questions, such as to a provider, a node or a password's hash, then the work in
 * the database. A request under an Idempotency-Key keeps a connection from its claim to its answer, so it does the
 * first part before it takes one.
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
  /** Does the first part, and returns the second. */
  readonly begin: (call: Call) => Promise<(inside: Call) => Promise<Answer>>
}

/**
 * Starts a question early. The returned function gives the answer, or throws the failure. If it is never called, a
 * failure is ignored.
 */
export async function startedEarly<Answer>(asking: Promise<Answer>): Promise<() => Promise<Answer>> {
  await asking.catch(() => {})
  return () => asking
}
