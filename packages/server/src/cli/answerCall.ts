import { codeInWords } from '../postgres/codeInWords.ts'
import { DatabaseUnavailable } from '../postgres/DatabaseUnavailable.ts'
import { nearestName } from '../settings/nearestName.ts'
import { printable, printableJson } from '../settings/printable.ts'
import { BadCall } from './BadCall.ts'
import { CallRefused } from './CallRefused.ts'
import type { Command, CommandResult, LateCommand } from './Command.ts'

/** A program's command line for the operator. */
export type CommandLine<Deps> = {
  /** The name that calls it. */
  readonly program: string
  /** Its purpose, as a sentence. */
  readonly about: string
  readonly commands: readonly (Command<Deps> | LateCommand<Deps>)[]
  /** Commands of the program in another command line, which its help lists as well. */
  readonly elsewhere?: readonly (Described | LateCommand<never>)[]
}

/** What the help shows of a command. */
export type Described = Pick<Command<never>, 'name' | 'usage' | 'summary'>

/** The answer to an operator's call: its output, a note beside it, and whether it succeeded. */
export type Answer = {
  readonly output: string
  readonly note?: string | undefined
  readonly ok: boolean
  /** The output tells a person why nothing was done: it goes to standard error, so that no script reads it as data. */
  readonly isComplaint?: true
}

/**
 * Answers one call. `open` provides the command's deps only when the call is valid: help, an unknown command and a
 * missing value need no database.
 */
export async function answerCall<Deps>(
  line: CommandLine<Deps>,
  words: readonly string[],
  open: (work: (deps: Deps) => Promise<Answer>) => Promise<Answer>,
): Promise<Answer> {
  const wantsHelp =
    words.length === 0 || words[0] === 'help' || words.includes('--help') || words.includes('-h')
  const called = words[0] === 'help' ? words.slice(1) : words
  const found = find(line, called)
  if (found === undefined) {
    if (wantsHelp) return { output: await helpOn(line, called[0]), ok: true }
    const output = `There is no such command.${await helpOnUnknown(line, called)}`
    return { output, ok: false, isComplaint: true }
  }
  const command = await loaded(found)
  if (wantsHelp) return { output: describe(line, command), ok: true }
  const asJson = words.includes('--json')
  try {
    const run = command.read(called.slice(wordsIn(command)))
    return await open(async (deps) => answerOf(await run(deps), asJson))
  } catch (error) {
    const complaint = complaintOf(error)
    if (complaint === undefined) throw error
    if (asJson) return { output: printableJson(JSON.stringify({ error: complaint })), ok: false }
    const usage = error instanceof BadCall ? `\nUsage: ${line.program} ${command.usage}` : ''
    return { output: `${printable(complaint)}${usage}`, ok: false, isComplaint: true }
  }
}

/** The command whose whole name begins the call; of two, the one with the longer name. */
function find<Deps>(
  { commands }: CommandLine<Deps>,
  words: readonly string[],
): CommandLine<Deps>['commands'][number] | undefined {
  return commands
    .filter((command) => words.slice(0, wordsIn(command)).join(' ') === command.name)
    .toSorted((one, other) => wordsIn(other) - wordsIn(one))[0]
}

/** @throws Error when the loaded command's name differs from the one that it is called by */
async function loaded<Read extends Described>(
  command: Read | { readonly name: string; readonly load: () => Promise<Read> },
): Promise<Read> {
  if (!('load' in command)) return command
  const read = await command.load()
  if (read.name !== command.name) throw new Error(`The command ${command.name} calls itself ${read.name}`)
  return read
}

function wordsIn({ name }: { readonly name: string }): number {
  return name.split(' ').length
}

/** Text from outside is escaped here for every command: it must not move a terminal's cursor or look like ours. */
function answerOf({ text, data, note, failed = false }: CommandResult<unknown>, asJson: boolean): Answer {
  return {
    output: asJson ? printableJson(JSON.stringify(data, digits, 2)) : printable(text, data),
    note: note === undefined ? undefined : printable(note, data),
    ok: !failed,
  }
}

/** Whole numbers of any size as text, so that no digit is lost. */
function digits(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value
}

/** The message for a call that could not be carried out; undefined for an unexpected error. */
function complaintOf(error: unknown): string | undefined {
  if (error instanceof BadCall || error instanceof CallRefused) return error.message
  if (error instanceof DatabaseUnavailable) return awaySentence(error)
  // PostgreSQL's further details of a refusal can contain whole rows.
  const isDatabaseRefusal = error instanceof Error && 'severity' in error && 'code' in error
  return isDatabaseRefusal
    ? `The database did not do this. Its reason is ${codeInWords(String(error.code))}.`
    : undefined
}

function awaySentence({ code, isUnknown }: DatabaseUnavailable): string {
  return isUnknown
    ? `The database went away before it confirmed this (${codeInWords(code)}). Look at what the call was about before you repeat it.`
    : `The database did not do this: it is unavailable, or was too slow (${codeInWords(code)}). Try again.`
}

/**
 * The command that a misspelt one probably means, or the help on those that it may mean, or the first words of all: the
 * whole help would hide what is wrong.
 */
async function helpOnUnknown<Deps>(line: CommandLine<Deps>, called: readonly string[]): Promise<string> {
  const { program, commands, elsewhere = [] } = line
  const all = [...elsewhere, ...commands]
  const near = nearestCommand(all, called)
  if (near !== undefined)
    return ` Did you mean “${program} ${near.name}”?\n\n${describe(line, await loaded<Described>(near))}`
  const [asked = ''] = called
  const words = [...new Set(all.map(firstWord))].toSorted()
  const meant = words.includes(asked) ? asked : words.find((word) => isLike(word, asked))
  if (meant !== undefined) return `\n\n${await helpOn(line, meant)}`
  return `\n\n“${program} help <word>” shows the commands that begin with one of these words, and “${program} help” shows all:\n  ${words.join(', ')}`
}

/** The command whose name is nearest to as many first words of the call. */
function nearestCommand<Named extends { readonly name: string }>(
  commands: readonly Named[],
  called: readonly string[],
): Named | undefined {
  const most = Math.max(...commands.map(wordsIn))
  for (let words = Math.min(most, called.length); words > 0; words -= 1) {
    const alike = commands.filter((command) => wordsIn(command) === words)
    const name = nearestName(
      called.slice(0, words).join(' '),
      alike.map((command) => command.name),
    )
    if (name !== undefined) return alike.find((command) => command.name === name)
  }
  return undefined
}

/** Whether one of two words is the other with more letters, as “orders” and “order” are. */
function isLike(word: string, asked: string): boolean {
  return asked.length > 2 && (word.startsWith(asked) || asked.startsWith(word))
}

function firstWord({ name }: { readonly name: string }): string {
  return name.split(' ', 1).join('')
}

/** The help on every command, or on those with the same first word as the requested one. */
async function helpOn<Deps>(line: CommandLine<Deps>, first: string | undefined): Promise<string> {
  const isAlike = (command: { readonly name: string }) => firstWord(command) === first
  const { commands, elsewhere = [] } = line
  const isAny = commands.some(isAlike) || elsewhere.some(isAlike)
  const listed = [...elsewhere, ...commands].filter((command) => !isAny || isAlike(command))
  const lines = (await Promise.all(listed.map(loaded<Described>))).map((command) => describe(line, command))
  return `${line.about} --json answers with data.\n\n${lines.join('\n')}`
}

function describe<Deps>({ program }: CommandLine<Deps>, { usage, summary }: Described): string {
  return `  ${program} ${usage}\n      ${summary.replaceAll('\n', '\n        ')}`
}
