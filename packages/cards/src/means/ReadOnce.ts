import { inspect } from 'node:util'

/** A secret for one authorisation. It can be read once and prints as stars. */
export abstract class ReadOnce {
  #secret: string | undefined

  constructor(secret: string) {
    this.#secret = secret
  }

  /** Returns the secret and forgets it. @throws Error the second time, which is a mistake of ours */
  take(): string {
    if (this.#secret === undefined) throw new Error(`A ${this.constructor.name} is read once.`)
    const secret = this.#secret
    this.#secret = undefined
    return secret
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
