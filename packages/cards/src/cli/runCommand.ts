import { parseArgs } from 'node:util'
import { BadCall, type Command, type CommandDeps, type Given, type Told } from './Command.ts'
import { chargebackCommands } from './chargeback.ts'
import { merchantCommands } from './merchant.ts'
import { notificationCommands } from './notifications.ts'
import { keyCommands } from './rotateKeys.ts'
import { settlementCommands } from './settlement.ts'
import { transactionCommands } from './transactions.ts'

const commands: Readonly<Record<string, Command>> = {
  ...merchantCommands,
  ...transactionCommands,
  ...settlementCommands,
  ...chargebackCommands,
  ...notificationCommands,
  ...keyCommands,
}

/** What an operator's call says on standard output, what is to be known beside it, and whether it did what was asked. */
export type Said = { readonly output: string; readonly note?: string | undefined; readonly ok: boolean }

/** The answer to a call that needs no database: help, no known command, or an option that the command has not. */
export function helpFor(words: readonly string[]): Said | undefined {
  const found = find(words)
  if (found !== undefined && !words.includes('--help')) return misread(found, words)
  const known = words.length === 0 || words[0] === 'help' || words.includes('--help')
  return { output: known ? help() : `There is no such command.\n\n${help()}`, ok: known }
}

/** Carries out one call. */
export async function runCommand(deps: CommandDeps, words: readonly string[]): Promise<Said> {
  const found = find(words)
  if (found === undefined) return { output: help(), ok: false }
  try {
    return said(await found.command.run(deps, read(found, words)), words.includes('--json'))
  } catch (error) {
    return complaint(error, found, words)
  }
}

type Found = { readonly command: Command; readonly words: number }

/** What an operator wrote after the command's name. @throws what `parseArgs` says of options the command has not */
function read(found: Found, words: readonly string[]): Given {
  const { values, positionals } = parseArgs({
    args: words.slice(found.words),
    options: { ...found.command.options, json: { type: 'boolean' } },
    allowPositionals: true,
    strict: true,
  })
  const options = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, single(value)]))
  return { words: positionals, options }
}

function misread(found: Found, words: readonly string[]): Said | undefined {
  try {
    read(found, words)
    return undefined
  } catch (error) {
    return complaint(error, found, words)
  }
}

/** What is said of a call that cannot be carried out; anything else that went wrong is thrown on. */
function complaint(error: unknown, { command }: Found, words: readonly string[]): Said {
  const inJson = (message: string) => JSON.stringify({ error: message })
  const asJson = words.includes('--json')
  const reason = databaseReasonOf(error)
  if (reason !== undefined) {
    const message = `The database did not carry this out. It calls the reason ${reason}.`
    return { output: asJson ? inJson(message) : message, ok: false }
  }
  if (!(error instanceof BadCall) && !isParseError(error)) throw error
  const message = `${error.message}\nUsage: cambio-cards ${command.usage}`
  return { output: asJson ? inJson(error.message) : message, ok: false }
}

function find(words: readonly string[]): Found | undefined {
  for (const count of [2, 1]) {
    const name = words.slice(0, count).join(' ')
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined
    if (command !== undefined) return { command, words: count }
  }
  return undefined
}

function said({ text, data, note, failed = false }: Told, asJson: boolean): Said {
  return { output: asJson ? JSON.stringify(data, plain, 2) : text, note, ok: !failed }
}

function plain(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value
}

function single(value: unknown): string | boolean | undefined {
  return typeof value === 'string' || typeof value === 'boolean' ? value : undefined
}

function isParseError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
}

/** PostgreSQL's code for why it refused; what else it says of that can have whole rows in it. */
function databaseReasonOf(error: unknown): string | undefined {
  const isRefusal = error instanceof Error && 'severity' in error && 'code' in error
  return isRefusal ? String(error.code) : undefined
}

function help(): string {
  const lines = Object.values(commands).map(({ usage, about }) => `  ${usage}\n      ${about}`)
  return `cambio-cards: runs the card platform's merchants, reports and keys. --json answers with data.\n\n${lines.join('\n')}`
}
