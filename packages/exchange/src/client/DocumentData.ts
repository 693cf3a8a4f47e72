/** What a person's documents say, as the provider read them. */
export type DocumentData = {
  /** The person's name in each spelling of the documents; empty where they do not show it. */
  readonly names: readonly { readonly given: string; readonly family: string }[]
  /** `YYYY-MM-DD`; null where the documents do not show it. */
  readonly birthDate: string | null
  /** Countries of the documents and of the addresses in them, two letters each; empty where they show none. */
  readonly countries: readonly string[]
}

/** A difference for the operator: the detail that differs, or that the documents do not show. */
export type Difference = 'name' | 'birth_date' | 'country'
