import * as z from 'zod/mini'
import { formOf, type Arguments } from './arguments.ts'
import { readArguments } from './readArguments.ts'

/** What a command has to say: sentences for a person, data for a program. */
export type CommandResult<Data> = {
  readonly text: string
  readonly data: Data
  /** What has to be known beside the data, and would not be data. */
  readonly note?: string | undefined
  /** Whether what was asked for turned out wrong, although the command was carried out. */
  readonly failed?: boolean
}

/** One thing an operator can ask for. */
export type Command<Deps> = {
  /** The words it is called by. */
  readonly name: string
  readonly summary: string
  /** How it is called, after the program's name. */
  readonly usage: string
  /** Reads what was written after its name, and gives what carries it out. @throws BadCall */
  read(args: readonly string[]): (deps: Deps) => Promise<CommandResult<unknown>>
}

/** A command that is read when it is called: what the others stand on takes several times as long as most calls. */
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
  /** What it answers to --json: nothing is said that is not declared here. */
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
 * A command from its declaration. Its help is made of that, and `run` gets values that were read: what is missing or
 * cannot be is said before anything is opened.
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

/** How a command is called: its name, its words and its options; what may be left out stands in brackets. */
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
