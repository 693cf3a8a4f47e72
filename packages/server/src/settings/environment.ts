import * as z from 'zod/mini'
import { _default as byDefault } from 'zod/mini'
import { logLevels } from '../log.ts'
import { withFiles } from './settingFiles.ts'
import { StartRefused } from './StartRefused.ts'

/** A schema of variables: an object whose keys are their names. An empty variable counts as not set. */
type EnvironmentSchema = z.ZodMiniObject

/**
 * Reads a program's settings once, at its entry: its variables, and the files that some of them name. A missing or
 * invalid variable refuses the start, with a message that says what it must be. Its value is never repeated, since it
 * may be a secret in the wrong place.
 */
export function readEnvironment<Schema extends EnvironmentSchema>(
  schema: Schema,
  environment: Readonly<Record<string, string | undefined>>,
): z.core.output<Schema> {
  const setVariables = Object.fromEntries(
    Object.entries(withFiles([schema], environment)).filter(
      ([, value]) => value !== undefined && value !== '',
    ),
  )
  const read = z.core.safeParse(schema, setVariables)
  if (read.success) return read.data
  const complaints = new Map(read.error.issues.map((issue) => [String(issue.path[0]), issue.message]))
  throw new StartRefused(
    [...complaints]
      .map(
        ([name, must]) => `${name} ${name in setVariables ? 'must be' : 'is not set and must be'} ${must}.`,
      )
      .join(' '),
  )
}

/** A TCP port; 0 lets the system choose one. */
export const port = variable('a port number from 0 to 65535', (text) => {
  const number = wholeNumber(text)
  return number !== undefined && number <= 65_535 ? number : undefined
})

/** A whole number of at least 1. */
export const positiveInteger = variable(
  'a whole number of at least 1',
  (text) => wholeNumber(text) || undefined,
)

/** A number above zero, decimals allowed, for example a factor. */
export const positiveNumber = variable('a number above 0', (text) => {
  const number = /^\d+(\.\d+)?$/.test(text) ? Number(text) : 0
  return number > 0 && Number.isFinite(number) ? number : undefined
})

/** An http or https address without a trailing slash, credentials, query or fragment. */
export const httpUrl = variable('an http or https address such as https://pay.example.com', (text) => {
  const url = URL.parse(text)
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return undefined
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') return undefined
  return url.href.replace(/\/$/, '')
})

/** A PostgreSQL connection string. */
export const postgresUrl = variable(
  'a PostgreSQL address such as postgres://user:password@host:5432/database',
  (text) => {
    const url = URL.parse(text)
    return url !== null && ['postgres:', 'postgresql:'].includes(url.protocol) ? text : undefined
  },
)

/** Comma-separated words; spaces around them do not count. */
export const list = variable('a list of words with commas between them', (text) =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== ''),
)

/** Pairs in a text such as `one=first,two=second`, by name; undefined where it is invalid, or a name is repeated. */
export function pairs(text: string): Readonly<Record<string, string>> | undefined {
  const entries = text.split(',').map((each) => /^\s*([^=]+?)\s*=\s*(.+?)\s*$/s.exec(each))
  const valueByName = new Map(entries.map((entry) => [entry?.[1] ?? '', entry?.[2] ?? '']))
  return valueByName.size === entries.length && !valueByName.has('')
    ? Object.fromEntries(valueByName)
    : undefined
}

/** The lowest severity that a log writes. */
export const logLevel = z.enum(logLevels, logLevels.join(', '))

/** The variables of a program's log, which is opened before the rest of its environment is read. */
export const LogEnvironment = z.object({ LOG_LEVEL: byDefault(logLevel, 'info') })

/** A switch: `1` is on, `0` is off. */
export const flag = variable('1 or 0', (text) => (text === '1' ? true : text === '0' ? false : undefined))

/** A variable's schema from a parser that returns undefined for invalid text; `must` completes "NAME must be …". */
export function variable<Value>(must: string, read: (text: string) => Value | undefined) {
  return z.pipe(
    z.string(must),
    z.transform((text: string, context) => {
      const value = read(text)
      if (value !== undefined) return value
      context.issues.push({ code: 'custom', input: undefined, message: must })
      return z.NEVER
    }),
  )
}

function wholeNumber(text: string): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined
}
