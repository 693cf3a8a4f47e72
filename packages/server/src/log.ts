/*
 * The types of a log. `createLog`, which writes one, is another module: a command writes no log and need not load the
 * library.
 */

/**
 * The only fields that a log line may have beside its event, all harmless: ids, names, counts and states. A name that
 * is not here does not compile, and is dropped if it gets past the compiler.
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

const allowedNames: ReadonlySet<string> = new Set(fieldNames)

/** Whether a log line may have this field. */
export function isFieldName(name: string): name is FieldName {
  return allowedNames.has(name)
}

/** The fields of a log line. Values are words and numbers; a longer text is cut. */
export type LogFields = {
  readonly [name in FieldName]?: string | number | bigint | boolean | null | undefined
}

/** One JSON line for each event. The event is a constant sentence; what varies goes into the fields. */
export type Log = {
  info(event: string, fields?: LogFields): void
  warn(event: string, fields?: LogFields): void
  error(event: string, fields: LogFields & { readonly error: unknown }): void
}

/** The lowest severity that a log writes. */
export const logLevels = ['info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** A log that writes nothing, for tests that do not read it. */
export const silentLog: Log = { info() {}, warn() {}, error() {} }
