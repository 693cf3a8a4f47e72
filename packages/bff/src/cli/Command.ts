import type { ParseArgsOptionsConfig } from 'node:util'
import type { StoreDeps } from '../store/StoreDeps.ts'

/** What an operator wrote after a command's name. */
export type Given = {
  readonly words: readonly string[]
  readonly options: Readonly<Record<string, string | boolean | readonly string[] | undefined>>
}

/** What a command has to say: sentences for a person, data for a program. */
export type Told = { readonly text: string; readonly data: unknown }

/** One thing an operator can ask for. */
export type Command = {
  /** How it is called, after the program's name. */
  readonly usage: string
  readonly about: string
  /** How many words may follow its name. */
  readonly words: number
  readonly options: ParseArgsOptionsConfig
  run(deps: StoreDeps, given: Given): Promise<Told>
}

/** A call that cannot be carried out; the message says what is wrong with it and what to do. */
export class BadCall extends Error {
  override readonly name = 'BadCall'
}

/** The order that a call names first. @throws BadCall */
export function orderIdOf({ words: [id] }: Given): string {
  if (id === undefined) throw new BadCall('Name the order by its client_order_id.')
  return id
}

/** An option's text; undefined when it was not given. */
export function textOf({ options }: Given, name: string): string | undefined {
  const value = options[name]
  return typeof value === 'string' ? value : undefined
}

/** Every text that an option was given. */
export function textsOf({ options }: Given, name: string): readonly string[] {
  const value = options[name]
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []
}
