import { inspect } from 'node:util'
import { brandOf } from './brand.ts'

/** A card as a SALE carries it: who reads it further has to ask for the digits by name. */
export type Card = { readonly pan: Pan; readonly expiry: Expiry }

/** Two digits and four digits, as the protocol writes them. */
export type Expiry = { readonly month: string; readonly year: string }

/** What may be shown and stored of a card. */
export type CardView = {
  readonly mask: string
  readonly brand: 'Visa' | 'MasterCard' | null
  readonly expiry: Expiry
  /** Country of the issuer, where a BIN table knows it. */
  readonly issuerCountry: string | null
}

/** A card number that prints as its mask, wherever it is printed. */
export class Pan {
  readonly #digits: string

  constructor(digits: string) {
    this.#digits = digits
  }

  /** The whole number: for the vault and the acquirer only. */
  reveal(): string {
    return this.#digits
  }

  /** First 6, six stars, last 4, whatever the length. */
  get mask(): string {
    return `${this.#digits.slice(0, 6)}******${this.#digits.slice(-4)}`
  }

  toString(): string {
    return this.mask
  }

  toJSON(): string {
    return this.mask
  }

  [inspect.custom](): string {
    return this.mask
  }
}

/** A security code that can be read once and prints as stars. */
export class Cvv {
  #digits: string | undefined

  constructor(digits: string) {
    this.#digits = digits
  }

  /** Hands the code over and forgets it. @throws Error the second time, which is a mistake of ours. */
  take(): string {
    if (this.#digits === undefined) throw new Error('A security code is read once.')
    const digits = this.#digits
    this.#digits = undefined
    return digits
  }

  toString(): string {
    return '***'
  }

  toJSON(): string {
    return '***'
  }

  [inspect.custom](): string {
    return '***'
  }
}

export function viewOf({ pan, expiry }: Card): CardView {
  return viewOfMask(pan.mask, expiry)
}

/** What a mask and an expiry still say of a card: its brand stands in the first digits. */
export function viewOfMask(mask: string, expiry: Expiry): CardView {
  return { mask, brand: brandOf(mask.slice(0, 6)), expiry, issuerCountry: null }
}

/** Whether a card's last month is over at a time: it is good to its end in the last time zone that has it. */
export function hasExpired({ month, year }: Expiry, at: Date): boolean {
  return Date.UTC(Number(year), Number(month), 1, 12) <= at.getTime()
}
