import * as Money from '@cambio/wire/Money.ts'

declare global {
  interface JSON {
    /** A text that JSON.stringify writes unchanged. Node supports it; TypeScript's library does not declare it yet. */
    rawJSON(text: string): ExactNumber
  }
}

/** A number for JSON, with digits that a double would lose. */
export type ExactNumber = { readonly rawJSON: string }

/** The JSON of a type in which any number may be written with all its digits. */
export type WithExactNumbers<Json> = Json extends number
  ? Json | ExactNumber
  : Json extends readonly (infer Item)[]
    ? readonly WithExactNumbers<Item>[]
    : Json extends object
      ? { readonly [Member in keyof Json]: WithExactNumbers<Json[Member]> }
      : Json

/** An amount as a JSON number: every decimal its currency has, and no exponent. */
export function exactNumber(amount: Money.Money): ExactNumber {
  return JSON.rawJSON(Money.format(amount))
}
