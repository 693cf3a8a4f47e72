import { pino, destination, type DestinationStream } from 'pino'
import { meaningOfCode } from './postgres/codeInWords.ts'
import { DatabaseAway } from './postgres/DatabaseAway.ts'
import { printableLine } from './settings/printable.ts'
import { redactCardNumbers } from './settings/redact.ts'

/**
 * The only things a log line may say beside its event, each harmless by nature: ids, names, counts and states. A
 * name that is not here does not compile, and is dropped if it gets past the compiler.
 */
const fieldNames = [
  'account',
  'address',
  'acquirer',
  'asset',
  'attempts',
  'callbackId',
  'channel',
  'chargeId',
  'connections',
  'count',
  'currency',
  'dataDir',
  'database',
  'delayMs',
  'direction',
  'durationMs',
  'eventId',
  'files',
  'from',
  'host',
  'kind',
  'limit',
  'maxConnections',
  'merchantId',
  'method',
  'mode',
  'network',
  'orderId',
  'outcome',
  'partnerId',
  'pid',
  'port',
  'program',
  'rail',
  'reason',
  'refusal',
  'requestId',
  'route',
  'schema',
  'state',
  'status',
  'step',
  'table',
  'to',
  'transId',
  'version',
] as const

type FieldName = (typeof fieldNames)[number]

/** What a log line may carry. Values are words and numbers; a longer text is cut. */
export type LogFields = {
  readonly [name in FieldName]?: string | number | bigint | boolean | null | undefined
}

/** One JSON line an event. The event is a constant sentence; what varies goes into the fields. */
export type Log = {
  info(event: string, fields?: LogFields): void
  warn(event: string, fields?: LogFields): void
  error(event: string, fields: LogFields & { readonly error: unknown }): void
}

/** The least severe lines that a log writes. */
export const logLevels = ['info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

type ErrorClass = abstract new (...parameters: never[]) => Error

/**
 * A program's log. An error is logged by its name, code and the places it passed; its message only when it is one of
 * `ownErrors`, since a library's message can hold SQL parameters or addresses with secrets. What fails because the
 * database is away is left out: that it is away is one line, from the part that finds it out (`availability`).
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
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  }
  const line = pino(options, input.destination ?? standardOutput())
  return {
    info: (event, fields) => line.info(allowed(fields), shown(event)),
    warn: (event, fields) => line.warn(allowed(fields), shown(event)),
    error(event, { error, ...fields }) {
      if (error instanceof DatabaseAway) return
      line.error({ ...allowed(fields), error: describe(error, input.ownErrors ?? []) }, shown(event))
    },
  }
}

/** A log that says nothing, for tests that do not read it. */
export const silentLog: Log = { info() {}, warn() {}, error() {} }

/** Lines are gathered for a moment, since a write for each would cost more than the line; an exit writes what is left. */
function standardOutput(): DestinationStream {
  return destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 100 })
}

function allowed(fields: LogFields = {}): Record<string, unknown> {
  const line: Record<string, unknown> = {}
  for (const name of fieldNames) {
    const value = fields[name]
    if (value === undefined) continue
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
  /** What the code means. */
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

/** A property that names something (an SQLSTATE, a constraint), and only when it has the shape of a name. */
function word(error: Error, property: 'code' | 'constraint'): string | undefined {
  const value: unknown = Reflect.get(error, property)
  return typeof value === 'string' && /^\w{1,64}$/.test(value) ? shown(value) : undefined
}

const DEEPEST_STACK = 12

/** The places of a stack, without the message above them, which may run over several lines. */
function positions(error: Error): string[] {
  const { stack = '', message } = error
  const places = stack.slice(Math.max(0, stack.indexOf(message)) + message.length)
  const lines = places.split('\n').filter((line) => /^ {4}at .*:\d+:\d+\)?$/.test(line))
  return lines.slice(0, DEEPEST_STACK).map((line) => shown(line.slice(7).replace(/\?[^:)]*/, '')))
}

const LONGEST_TEXT = 200

function shown(text: string): string {
  return printableLine(redactCardNumbers(text).slice(0, LONGEST_TEXT))
}
