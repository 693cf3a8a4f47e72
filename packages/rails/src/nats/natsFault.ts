/** A refusal or failure of NATS or its client, in words for a person. They contain no secret: NATS repeats none. */
export class NatsFault extends Error {
  override readonly name = 'NatsFault'
}

/** The fault behind an error of NATS or of its client. */
export function natsFault(error: unknown): NatsFault {
  if (error instanceof NatsFault) return error
  const { name, message } = error instanceof Error ? error : new Error(String(error))
  return new NatsFault(wordsOf[name] ?? `NATS says: ${message || name}`, { cause: error })
}

/** The words, by the names of the client's errors. */
const wordsOf: Readonly<Record<string, string>> = {
  ClosedConnectionError: 'The connection to NATS broke',
  TimeoutError: 'NATS does not answer in time, or its user may not publish these subjects',
  AuthorizationError: 'NATS refuses the login',
  JetStreamNotEnabled: 'No stream takes the events: JetStream is off, or has no leader just now',
}
