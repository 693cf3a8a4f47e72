import type { Log, LogFields } from './log.ts'

const WINDOW_MS = 30_000

/**
 * A log for lines that one cause may produce in hundreds. The first line of an event about one thing is logged at once;
 * those that follow within half a minute are counted, and logged together at its end.
 * @param about identifies the thing, by fields that the lines of one cause have in common
 */
export function rateLimitedLog(
  log: Log,
  about: (fields: LogFields) => string | number | bigint | boolean | null | undefined,
): Log {
  const counts = new Map<string, number>()

  function write<Fields extends LogFields>(
    event: string,
    fields: Fields,
    line: (fields: Fields) => void,
  ): void {
    const key = `${event} ${String(about(fields))}`
    const count = counts.get(key)
    if (count !== undefined) return void counts.set(key, count + 1)
    counts.set(key, 0)
    line(fields)
    setTimeout(() => {
      const more = counts.get(key) ?? 0
      counts.delete(key)
      if (more > 0) line({ ...fields, count: more })
    }, WINDOW_MS).unref()
  }

  return {
    info: (event, fields = {}) => write(event, fields, (all) => log.info(event, all)),
    warn: (event, fields = {}) => write(event, fields, (all) => log.warn(event, all)),
    error: (event, fields) => write(event, fields, (all) => log.error(event, all)),
  }
}
