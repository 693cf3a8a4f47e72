import { inspect } from 'node:util'

const REDACTED = '<redacted>'

/** A string that is only shown when asked for: printed, serialised or inspected it is `<redacted>`. */
export class Secret {
  readonly #value: string

  constructor(value: string) {
    this.#value = value
  }

  /** The value itself. Every call is a place where it can leak. */
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
