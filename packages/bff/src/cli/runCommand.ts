import { parseArgs } from 'node:util'
import type { StoreDeps } from '../store/StoreDeps.ts'
import { BadCall, type Command } from './Command.ts'
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
  if (!asked && find(words)) return undefined
  return { output: asked ? help() : `There is no such command.\n\n${help()}`, ok: asked }
}

/** Carries out one call. */
export async function runCommand(deps: StoreDeps, words: readonly string[]): Promise<Said> {
  const command = find(words)
  if (!command) return { output: help(), ok: false }
  const asJson = words.includes('--json')
  try {
    const { values, positionals } = parseArgs({
      args: words.slice(2),
      options: { ...command.options, json: { type: 'boolean' } },
      allowPositionals: true,
    })
    const { text, data } = await command.run(deps, { words: positionals, options: plain(values) })
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
  const lines = Object.values(commands).map(({ usage, about }) => `  pnpm cambio ${usage}\n      ${about}`)
  return `Runs the exchange's partners and orders. --json answers with data.\n\n${lines.join('\n')}`
}
