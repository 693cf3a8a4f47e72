/* What a log is. What writes one, `createLog`, stands apart: a command writes none, and need not read the library. */

/**
 * The only things a log line may say beside its event, each harmless by nature: ids, names, counts and states. A
 * name that is not here does not compile, and is dropped if it gets past the compiler.
 */
export const fieldNames = [
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

/** A log that says nothing, for tests that do not read it. */
export const silentLog: Log = { info() {}, warn() {}, error() {} }
