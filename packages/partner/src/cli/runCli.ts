import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { NoAnswer, ProblemError } from '../ProblemError.ts'
import { BadCall, type CliDeps } from './CliDeps.ts'
import { doctor } from './doctor.ts'
import { listen } from './listen.ts'
import { variables } from './settings.ts'
import { trigger, triggered } from './trigger.ts'
import { verify } from './verify.ts'

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const

/** A command: its arguments, and what it does. It returns whether all went well. */
type Command = {
  readonly usage: string
  readonly about: string
  readonly options: ParseArgsOptionsConfig
  readonly run: (deps: CliDeps, call: { values: Values; words: string[] }) => Promise<boolean>
}
type Values = Readonly<Record<string, string | boolean | undefined>>

const commands: Readonly<Record<string, Command>> = {
  listen: {
    usage: 'listen --forward-to <receiver> [--after <event>] [--once] [--attempts]',
    about:
      'brings your callbacks to another receiver as they come, such as one on your machine; --attempts brings declined attempts, too',
    options: { 'forward-to': text, after: text, once: flag, attempts: flag },
    run: (deps, { values }) =>
      listen(deps, {
        ...given('forward-to', asText(values['forward-to'])),
        ...given('after', eventNumber(asText(values['after']))),
        once: values['once'] === true,
        attempts: values['attempts'] === true,
      }),
  },
  trigger: {
    usage: 'trigger <partner_order_id> <event> --to <receiver>',
    about: `sandbox only: shows your receiver a callback that would be long to wait for: ${triggered.join(', ')}`,
    options: { to: text },
    run: (deps, { values, words }) => trigger(deps, words, given('to', asText(values['to']))),
  },
  doctor: {
    usage: 'doctor [<receiver>]',
    about:
      'tries your key, your endpoints, and your receiver with good, forged, repeated, reordered, stale and slow callbacks',
    options: {},
    run: (deps, { words }) => doctor(deps, words),
  },
  verify: {
    usage: 'verify --headers <file> [--body <file>] [--undated]',
    about: 'says of a callback that you have recorded whether it is genuine, and if not, why',
    options: { headers: text, body: text, undated: flag },
    run: (deps, { values }) =>
      verify(deps, {
        ...given('headers', asText(values['headers'])),
        ...given('body', asText(values['body'])),
        undated: values['undated'] === true,
      }),
  },
}

/** Runs a command line. @returns the exit code: 0 for success, 1 for failure, 2 for a call that cannot be read */
export async function runCli(deps: CliDeps, [name, ...args]: readonly string[]): Promise<0 | 1 | 2> {
  if (name === undefined || name === '--help' || name === 'help') {
    deps.print(help())
    return name === undefined ? 2 : 0
  }
  if (name === '--version') {
    deps.print(`@cambio/partner ${deps.version}`)
    return 0
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) {
    deps.print(`There is no command ${name}.\n\n${help()}`)
    return 2
  }
  try {
    const { values, positionals } = parsed(command, args)
    return (await command.run(deps, { values, words: positionals })) ? 0 : 1
  } catch (error) {
    if (error instanceof BadCall) {
      deps.print(`${error.message}\n\n  npx @cambio/partner ${command.usage}`)
      return 2
    }
    if (!(error instanceof ProblemError || error instanceof NoAnswer)) throw error
    deps.print(error instanceof ProblemError ? `${error.code}: ${error.message}` : error.message)
    return 1
  }
}

/** @throws BadCall */
function parsed({ options }: Command, args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    return { values: values as Values, positionals }
  } catch (error) {
    throw new BadCall(error instanceof Error ? error.message : 'This cannot be read.')
  }
}

function help(): string {
  const lines = Object.values(commands).map(({ usage, about }) => `  ${usage}\n      ${about}`)
  const settings = Object.entries(variables).map(([name, about]) => `  ${name.padEnd(23)} ${about}`)
  return `npx @cambio/partner <command>\n\n${lines.join('\n')}\n\nFrom the environment:\n${settings.join('\n')}`
}

function asText(value: string | boolean | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function eventNumber(written: string | undefined): number | undefined {
  if (written === undefined) return undefined
  if (/^\d{1,15}$/.test(written)) return Number(written)
  throw new BadCall('--after is the number of an event.')
}

function given<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): { readonly [Key in Name]?: Value } {
  return (value === undefined ? {} : { [name]: value }) as { readonly [Key in Name]?: Value }
}
