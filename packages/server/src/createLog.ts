import { pino, type DestinationStream } from 'pino'
import { isFieldName, type Log, type LogFields, type LogLevel } from './log.ts'
import { logOutput } from './logOutput.ts'
import { meaningOfCode } from './postgres/codeInWords.ts'
import { DatabaseUnavailable } from './postgres/DatabaseUnavailable.ts'
import { printableLine } from './settings/printable.ts'
import { redactCardNumbers } from './settings/redact.ts'

type ErrorClass = abstract new (...parameters: never[]) => Error

/**
 * A program's log. An error is logged by its name, code and stack positions. Its message is logged only when it is one
 * of `ownErrors`, since a library's message can contain SQL parameters or addresses with secrets. Failures caused by an
 * unavailable database are omitted: `availability` logs that once.
 */
export function createLog(input: {
  program: string
  level?: LogLevel
  ownErrors?: readonly ErrorClass[]
  destination?: DestinationStream
}): Log {
  const options = {
    level: input.level ?? 'info',
    base: { program: input.program },
    messageKey: 'event',
    timestamp: lineTime(),
    formatters: { level: (label: string) => ({ level: label }) },
  }
  const line = pino(options, input.destination ?? logOutput())
  return {
    info: (event, fields) => line.info(allowed(fields), shown(event)),
    warn: (event, fields) => line.warn(allowed(fields), shown(event)),
    error(event, { error, ...fields }) {
      if (error instanceof DatabaseUnavailable) return
      line.error({ ...allowed(fields), error: describe(error, input.ownErrors ?? []) }, shown(event))
    },
  }
}

/** The time of a line, formatted once for all lines of a millisecond. */
function lineTime(): () => string {
  let last = 0
  let text = ''
  return () => {
    const now = Date.now()
    if (now !== last) text = `,"time":"${new Date(now).toISOString()}"`
    last = now
    return text
  }
}

function allowed(fields: LogFields = {}): Record<string, unknown> {
  const line: Record<string, unknown> = {}
  for (const name of Object.keys(fields)) {
    if (!isFieldName(name)) continue
    const value = fields[name]
    if (typeof value === 'string') line[name] = shown(value)
    else if (typeof value === 'bigint') line[name] = shown(value.toString())
    else if (value === null || typeof value === 'number' || typeof value === 'boolean') line[name] = value
  }
  return line
}

type Described = {
  name: string
  message?: string
  code?: string
  /** The code's meaning. */
  means?: string
  constraint?: string
  at?: readonly string[]
  cause?: Described
}

const DEEPEST_CAUSE = 4

function describe(error: unknown, ownErrors: readonly ErrorClass[], depth = 0): Described {
  if (!(error instanceof Error)) return { name: typeof error }
  const described: Described = { name: shown(error.name), at: positions(error) }
  if (ownErrors.some((own) => error instanceof own)) described.message = shown(error.message)
  const code = word(error, 'code')
  if (code !== undefined) {
    described.code = code
    const means = meaningOfCode(code)
    if (means !== undefined) described.means = means
  }
  const constraint = word(error, 'constraint')
  if (constraint !== undefined) described.constraint = constraint
  if (error.cause !== undefined && depth < DEEPEST_CAUSE)
    described.cause = describe(error.cause, ownErrors, depth + 1)
  return described
}

/** A property that names something (an SQLSTATE, a constraint), only if it has the form of a name. */
function word(error: Error, property: 'code' | 'constraint'): string | undefined {
  const value: unknown = Reflect.get(error, property)
  return typeof value === 'string' && /^\w{1,64}$/.test(value) ? shown(value) : undefined
}

const DEEPEST_STACK = 12

/** The positions of a stack, without the message above them, which may have several lines. */
function positions(error: Error): string[] {
  const { stack = '', message } = error
  const places = stack.slice(Math.max(0, stack.indexOf(message)) + message.length)
  const lines = places.split('\n').filter((line) => /^ {4}at .*:\d+:\d+\)?$/.test(line))
  return lines.slice(0, DEEPEST_STACK).map((line) => shown(line.slice(7).replace(/\?[^:)]*/, '')))
}

const LONGEST_TEXT = 200
/** What may have to be changed: a character that is no printable ASCII, or as many digits as a card number has. */
const QUESTIONABLE = /[^ -~]|\d(?:[ -]?\d){12}/

function shown(text: string): string {
  if (text.length <= LONGEST_TEXT && !QUESTIONABLE.test(text)) return text
  return printableLine(redactCardNumbers(text).slice(0, LONGEST_TEXT))
}
