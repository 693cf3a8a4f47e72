import { inspect } from 'node:util'

const REDACTED = '<redacted>'

/** A string that shows itself to nobody who has not asked: printed, serialised or inspected it is `<redacted>`. */
export class Secret {
  readonly #value: string

  constructor(value: string) {
    this.#value = value
  }

  /** The value itself. Every call of this is a place where it can leak. */
  reveal(): string {
    return this.#value
  }

  toString(): string {
    return REDACTED
  }

  toJSON(): string {
    return REDACTED
  }

  [inspect.custom](): string {
    return REDACTED
  }
}
