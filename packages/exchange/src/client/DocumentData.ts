/** What a person's documents say, as the provider read them. */
export type DocumentData = {
  /** The person's name, in each way that the documents write it; none where they do not show it. */
  readonly names: readonly { readonly given: string; readonly family: string }[]
  /** `YYYY-MM-DD`; null where the documents do not tell it. */
  readonly birthDate: string | null
  /** Countries of the documents and of the addresses in them, two letters each; none where they do not tell any. */
  readonly countries: readonly string[]
}

/** What the operator reads of a difference: the member that is another one, or that the documents do not tell. */
export type Difference = 'name' | 'birth_date' | 'country'
