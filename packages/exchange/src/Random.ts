/** Randomness for ids; injected, so that a simulator can replay a run. */
export type Random = {
  /** URL-safe text of at least that many random bits. */
  token(bits?: number): string
  uuid(): string
  /** A text of `length` characters out of `alphabet`, each equally likely. */
  pick(alphabet: string, length: number): string
}
