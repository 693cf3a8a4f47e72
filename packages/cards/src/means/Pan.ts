import { inspect } from 'node:util'

/** The number of a card, or the one that stands for it in a wallet. It prints as its mask, wherever it is printed. */
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
