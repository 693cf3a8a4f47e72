import type { ParseArgsOptionsConfig } from 'node:util'
import type { Clock } from '@cambio/server/Clock.ts'
import type { Database, Query } from '@cambio/server/postgres/Database.ts'
import type { Random } from '@cambio/server/Random.ts'
import type { KeySource } from '../keys.ts'

/** What the command line works with. */
export type CommandDeps = {
  readonly query: Query
  /** For what is written as one. */
  readonly database: Pick<Database, 'transaction'>
  readonly clock: Clock
  readonly random: Random
  readonly keys: KeySource
  /** What a merchant is made with where nothing else is named. */
  readonly mode: 'test' | 'live'
  readonly captureDelayMs: number
}

/** Options and words of a call, as `parseArgs` gives them. */
export type Given = {
  readonly words: readonly string[]
  readonly options: Readonly<Record<string, string | boolean | undefined>>
}

/** One thing an operator can ask for. */
export type Command = {
  /** How it is called, after the program's name. */
  readonly usage: string
  readonly about: string
  readonly options: ParseArgsOptionsConfig
  run(deps: CommandDeps, given: Given): Promise<Told>
}

/** What a command has to say: sentences for a person, data for a program. */
export type Told = {
  readonly text: string
  readonly data: unknown
  /** What has to be known beside the data, and would not be data. */
  readonly note?: string | undefined
  readonly failed?: boolean
}

/** A call that cannot be carried out; the message says what is wrong with it and what to do. */
export class BadCall extends Error {
  override readonly name = 'BadCall'
}

/** The word at a place of a call. @throws BadCall when it is missing */
export function wordAt({ words }: Given, place: number, what: string): string {
  const word = words[place]
  if (word === undefined) throw new BadCall(`Name the ${what}.`)
  return word
}

/** An option's text; undefined when it was not given. */
export function textOf({ options }: Given, name: string): string | undefined {
  const value = options[name]
  return typeof value === 'string' ? value : undefined
}

/** An option's text. @throws BadCall when it was not given */
export function neededText(given: Given, name: string): string {
  const text = textOf(given, name)
  if (text === undefined || text === '') throw new BadCall(`Give --${name}.`)
  return text
}

/** An option's whole number; undefined when it was not given. @throws BadCall when it is none */
export function wholeOf(given: Given, name: string): number | undefined {
  const text = textOf(given, name)
  if (text === undefined) return undefined
  if (!/^\d{1,12}$/.test(text)) throw new BadCall(`--${name} must be a whole number.`)
  return Number(text)
}

/** One of an option's words; undefined when it was not given. @throws BadCall when it is another */
export function oneOf<Word extends string>(
  given: Given,
  name: string,
  words: readonly Word[],
): Word | undefined {
  const text = textOf(given, name)
  if (text === undefined) return undefined
  const word = words.find((candidate) => candidate === text)
  if (word === undefined) throw new BadCall(`--${name} must be ${words.join(' or ')}.`)
  return word
}
