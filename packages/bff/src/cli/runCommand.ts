import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import type { StoreDeps } from '../store/StoreDeps.ts'
import { BadCall, type Command, type Given } from './Command.ts'
import { callbackResend } from './callbackResend.ts'
import { orderResolve } from './orderResolve.ts'
import { orderShow } from './orderShow.ts'
import { owedList } from './owedList.ts'
import { partnerCreate } from './partnerCreate.ts'

const commands: Readonly<Record<string, Command>> = {
  'partner create': partnerCreate,
  'owed list': owedList,
  'order show': orderShow,
  'order resolve': orderResolve,
  'callback resend': callbackResend,
}

/** What an operator's call says, and whether it did what was asked. */
export type Said = { readonly output: string; readonly ok: boolean }

/** The answer to a call that needs no database: help, or no such command. */
export function helpFor(words: readonly string[]): Said | undefined {
  const asked = words.length === 0 || words[0] === 'help' || words.includes('--help')
  const command = find(words[0] === 'help' ? words.slice(1) : words)
  if (command) return asked ? { output: helpOn(command), ok: true } : undefined
  return { output: asked ? help() : `There is no such command.\n\n${help()}`, ok: asked }
}

/** Carries out one call. */
export async function runCommand(deps: StoreDeps, words: readonly string[]): Promise<Said> {
  const command = find(words)
  if (!command) return { output: help(), ok: false }
  const asJson = words.includes('--json')
  try {
    const { text, data } = await command.run(deps, givenTo(command, words.slice(2)))
    return { output: asJson ? JSON.stringify(data, null, 2) : text, ok: true }
  } catch (error) {
    if (!(error instanceof BadCall) && !isParseError(error)) throw error
    const text = `${error.message}\nUsage: pnpm cambio ${command.usage}`
    return { output: asJson ? JSON.stringify({ error: error.message }) : text, ok: false }
  }
}

function find(words: readonly string[]): Command | undefined {
  const name = words.slice(0, 2).join(' ')
  return Object.hasOwn(commands, name) ? commands[name] : undefined
}

/** What was written after a command's name: no more than it takes, nothing twice, and nothing empty. */
function givenTo(command: Command, args: readonly string[]): Given {
  const options: ParseArgsOptionsConfig = { ...command.options, json: { type: 'boolean' } }
  const { values, positionals, tokens } = parseArgs({
    args: [...args],
    options,
    allowPositionals: true,
    tokens: true,
  })
  const seen = new Set<string>()
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    if (token.value?.trim() === '') throw new BadCall(`--${token.name} is empty.`)
    if (seen.has(token.name) && !command.options[token.name]?.multiple)
      throw new BadCall(`--${token.name} is given more than once.`)
    seen.add(token.name)
  }
  const surplus = positionals[command.words]
  if (surplus !== undefined) throw new BadCall(`"${surplus}" is one word too many.`)
  return { words: positionals.filter((word) => word.trim() !== ''), options: plain(values) }
}

type Values = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>

function plain(values: Values): Record<string, string | boolean | readonly string[] | undefined> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.filter((item) => typeof item === 'string') : value,
    ]),
  )
}

function isParseError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
}

function help(): string {
  const lines = Object.values(commands).map(helpOn)
  return `Runs the exchange's partners and orders. --json answers with data.\n\n${lines.join('\n')}`
}

function helpOn({ usage, about }: Command): string {
  return `  pnpm cambio ${usage}\n      ${about}`
}
