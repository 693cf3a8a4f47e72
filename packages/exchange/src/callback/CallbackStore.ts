/** A callback that is due, with where it goes. */
export type DueCallback = {
  readonly id: string
  readonly body: string
  /** Null where the partner has none, or its endpoint asked for no more. */
  readonly url: string | null
  readonly secret: string
  /** What was signed with before, while that still holds. */
  readonly formerSecret: string | null
}

export type CallbackStore = {
  find(id: string): Promise<DueCallback | undefined>
  acknowledged(id: string, at: Date): Promise<void>
  /** Due again then; null gives it up, visible to the operator. */
  failed(id: string, input: { readonly why: string; readonly due: Date | null }): Promise<void>
  /** The receiver wants nothing more. */
  switchedOff(id: string): Promise<void>
}
