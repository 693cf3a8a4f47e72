/** The fields of a server-sent event by their names, as our service writes them: one line each. */
type EventFields = Readonly<Record<string, string | undefined>>

/** Reads a stream of server-sent events from its parts, wherever they were cut. */
export function eventReader(): (part: string) => EventFields[] {
  let begun = ''
  return (part) => {
    const events = (begun + part).split('\n\n')
    begun = events.pop() ?? ''
    return events.map((event) => Object.fromEntries(event.split('\n').map(fieldIn)))
  }
}

/** A field without a name is a comment. */
function fieldIn(line: string): readonly [string, string] {
  const [, name = '', value = ''] = /^(\w*): ?(.*)$/.exec(line) ?? []
  return [name, value]
}
