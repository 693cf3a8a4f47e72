const SAMPLE =
  /^([a-z_:][a-z0-9_:]*)(?:\{((?:[a-z_][a-z0-9_]*="(?:[^"\\\n]|\\[\\"n])*",?)*)\})? (-?\d+(?:\.\d+)?(?:e[+-]?\d+)?|[+-]?Inf|NaN)$/i
const PARTS = /_(?:bucket|sum|count)$/

/**
 * What a strict reader of Prometheus' text format (version 0.0.4) has against an exposition: lines it cannot read, and
 * what `promtool check metrics` complains of.
 */
export function complaintsOf(exposition: string): string[] {
  const complaints: string[] = []
  const helps = new Map<string, string>()
  const types = new Map<string, string>()
  const seen = new Set<string>()
  if (!exposition.endsWith('\n')) complaints.push('the last line has no end')
  for (const line of exposition.trimEnd().split('\n')) {
    const [, kind, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? []
    if (kind === 'HELP') {
      if (helps.has(name)) complaints.push(`${name} has two helps`)
      helps.set(name, rest)
    } else if (kind === 'TYPE') {
      if (types.has(name)) complaints.push(`${name} has two types`)
      if (!/^(?:counter|gauge|histogram|summary)$/.test(rest)) complaints.push(`${name} is a ${rest}`)
      types.set(name, rest)
    } else if (line !== '') {
      const [, sample = '', labels = ''] = SAMPLE.exec(line) ?? []
      if (sample === '') complaints.push(`not a line: ${line}`)
      if (seen.has(`${sample}{${labels}}`)) complaints.push(`${sample}{${labels}} comes twice`)
      seen.add(`${sample}{${labels}}`)
      const family = types.has(sample) ? sample : sample.replace(PARTS, '')
      if (!types.has(family)) complaints.push(`${sample} has no type`)
    }
  }
  for (const [name, type] of types) {
    if ((helps.get(name) ?? '') === '') complaints.push(`${name} has no help`)
    if (type === 'counter' && !name.endsWith('_total'))
      complaints.push(`the counter ${name} does not end in _total`)
    if (type !== 'counter' && name.endsWith('_total'))
      complaints.push(`${name} ends in _total and is no counter`)
    if (PARTS.test(name)) complaints.push(`${name} ends as a part of a histogram`)
    if (/_(?:milliseconds|minutes|hours|kilobytes|percent|s|sec|ms|us|ns|m|h|d|b|kb|mb|gb|tb|pb)$/.test(name))
      complaints.push(`${name} is not in a base unit`)
    if (/[A-Z:]/.test(name)) complaints.push(`${name} is not in snake case`)
  }
  return complaints
}
