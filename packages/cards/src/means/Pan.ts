import { inspect } from 'node:util'

/**
 * The number of a card, or the number that represents it in a wallet. Whenever it is printed, only its mask appears.
 */
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
