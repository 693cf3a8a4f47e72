import * as z from 'zod/mini'
import { formOf, type Arguments } from './arguments.ts'
import { readArguments } from './readArguments.ts'

/** The result of a command: sentences for a person, data for a program. */
export type CommandResult<Data> = {
  readonly text: string
  readonly data: Data
  /** A note beside the data. */
  readonly note?: string | undefined
  /** Whether the command ran, but its result is a failure. */
  readonly failed?: boolean
}

/** A command for the operator. */
export type Command<Deps> = {
  /** The words that call it. */
  readonly name: string
  readonly summary: string
  /** Its usage, after the program's name. */
  readonly usage: string
  /** Reads the arguments after its name, and returns the function that runs it. @throws BadCall */
  read(args: readonly string[]): (deps: Deps) => Promise<CommandResult<unknown>>
}

/**
 * A command that is loaded when it is called: loading the dependencies of all others takes several times as long as
 * most calls.
 */
export type LateCommand<Deps> = {
  readonly name: string
  readonly load: () => Promise<Command<Deps>>
}

type Declaration<Deps, Words extends Arguments, Options extends Arguments, Json extends z.ZodMiniType> = {
  readonly name: string
  readonly summary: string
  /** The words that follow its name, in their order. */
  readonly words: Words
  readonly options: Options
  /** The schema of its answer to --json, which contains nothing that is not declared here. */
  readonly json: Json
  run(
    deps: Deps,
    input: {
      readonly words: z.output<z.ZodMiniObject<Words>>
      readonly options: z.output<z.ZodMiniObject<Options>>
    },
  ): Promise<CommandResult<z.input<Json>>>
}

/**
 * Makes a command from its declaration. Its help is derived from that, and `run` gets parsed values: missing and
 * invalid values are reported before anything is opened.
 */
export function command<Deps, Words extends Arguments, Options extends Arguments, Json extends z.ZodMiniType>(
  declared: Declaration<Deps, Words, Options, Json>,
): Command<Deps> {
  const { name, summary, json } = declared
  const words = z.object(declared.words)
  const options = z.object(declared.options)
  return {
    name,
    summary,
    usage: usageOf(declared),
    read(args) {
      const input = readArguments({ words, options }, args)
      return async (deps) => {
        const result = await declared.run(deps, input)
        return { ...result, data: json.parse(result.data) }
      }
    },
  }
}

/** A command's usage: its name, its words and its options; optional ones in brackets. */
function usageOf(command: {
  readonly name: string
  readonly words: Arguments
  readonly options: Arguments
}): string {
  const words = Object.values(command.words).map((word) => formOf(word).placeholder)
  const options = Object.entries(command.options).map(([name, option]) => {
    const { placeholder, takes, isRequired } = formOf(option)
    const value = { nothing: '', one: ` ${placeholder}`, many: ` ${placeholder} …` }[takes]
    return isRequired ? `--${name}${value}` : `[--${name}${value}]`
  })
  return [command.name, ...words, ...options].join(' ')
}
