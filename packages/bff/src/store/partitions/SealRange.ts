/** A part of the chain of seals, both ends included, and what proves it. */
export type SealRange = {
  /** Numbers as text: they are kept as JSON. */
  readonly first: string
  readonly last: string
  /** The hash of the last one, in hex. */
  readonly hash: string
  /** How many journals they seal. */
  readonly journals: string
}
