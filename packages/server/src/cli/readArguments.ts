import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import * as z from 'zod/mini'
import { nearestName } from '../settings/nearestName.ts'
import { formOf, type Arguments, type Form } from './arguments.ts'
import { BadCall } from './BadCall.ts'

/** A command's words and options, as objects by name. */
type Declared<Words extends Arguments, Options extends Arguments> = {
  readonly words: z.ZodMiniObject<Words>
  readonly options: z.ZodMiniObject<Options>
}

/**
 * Reads the arguments after a command's name: no surplus word, nothing twice, nothing empty, and everything required.
 * --json is always allowed.
 * @throws BadCall that says what is wrong
 */
export function readArguments<Words extends Arguments, Options extends Arguments>(
  declared: Declared<Words, Options>,
  args: readonly string[],
) {
  const parsed = split(declared.options.shape, args)
  const names = Object.keys(declared.words.shape)
  const surplus = parsed.words[names.length]
  if (surplus !== undefined) throw new BadCall(`"${surplus}" is one word too many.`)
  const words = parsed.words.flatMap((word, place) => (word.trim() === '' ? [] : [[names[place], word]]))
  return {
    words: read(declared.words, Object.fromEntries(words), (name) =>
      missingMessageOf(declared.words, name, name),
    ),
    options: read(declared.options, parsed.options, (name, must) =>
      name in parsed.options
        ? `--${name} must be ${must}.`
        : missingMessageOf(declared.options, name, `--${name}`),
    ),
  }
}

type ParsedArguments = {
  readonly words: readonly string[]
  readonly options: Readonly<Record<string, unknown>>
}

function split(declared: Arguments, args: readonly string[]): ParsedArguments {
  const options: ParseArgsOptionsConfig = { json: { type: 'boolean' } }
  for (const [name, option] of Object.entries(declared)) {
    const { takes } = formOf(option)
    options[name] = { type: takes === 'nothing' ? 'boolean' : 'string', multiple: takes === 'many' }
  }
  const { values, positionals, tokens } = parse({ args: [...args], options })
  const seen = new Set<string>()
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    const { name, value } = token
    const form = declared[name] && formOf(declared[name])
    if (value?.trim() === '' && !form?.mayBeEmpty)
      throw new BadCall(`--${name} is empty. ${insteadOfEmpty(name, form)}`)
    if (seen.has(name) && form?.takes !== 'many') throw new BadCall(`--${name} is given more than once.`)
    seen.add(name)
  }
  return { words: positionals, options: values }
}

function insteadOfEmpty(name: string, form: Form | undefined): string {
  if (!form?.isRequired) return `Give --${name} a value, or leave it out.`
  return form.missingMessage ?? `Give --${name} a value.`
}

/** @throws BadCall about an unknown option, with the one that was probably meant, or with node's message about its value */
function parse(input: { args: string[]; options: ParseArgsOptionsConfig }) {
  const given = { ...input, allowPositionals: true, tokens: true } as const
  for (const token of parseArgs({ ...given, strict: false }).tokens)
    if (token.kind === 'option' && !Object.hasOwn(input.options, token.name))
      throw new BadCall(unknownOption(token, Object.keys(input.options)))
  try {
    return parseArgs(given)
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
      throw new BadCall(error.message, { cause: error })
    throw error
  }
}

function unknownOption(
  { name, rawName }: { readonly name: string; readonly rawName: string },
  known: readonly string[],
): string {
  const meant = nearestName(name, known)
  return `Unknown option '${rawName}'.${meant === undefined ? '' : ` Did you mean --${meant}?`}`
}

function read<Shape extends Arguments>(
  schema: z.ZodMiniObject<Shape>,
  values: Readonly<Record<string, unknown>>,
  complaint: (name: string, must: string) => string,
): z.output<z.ZodMiniObject<Shape>> {
  const result = z.safeParse(schema, values)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new BadCall(complaint(String(issue?.path[0]), issue?.message ?? ''))
}

function missingMessageOf({ shape }: { readonly shape: Arguments }, name: string, shown: string): string {
  const argument = shape[name]
  return (argument && formOf(argument).missingMessage) ?? `Give ${shown}.`
}
