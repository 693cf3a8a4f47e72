import type * as z from 'zod/mini'

/** Describes what a schema expected, in words that follow "Send". */
export function expected(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return kinds[issue.expected] ?? 'another type'
    case 'invalid_value':
      return issue.values.length === 1
        ? String(issue.values[0])
        : `one of ${issue.values.map(String).join(', ')}`
    case 'invalid_union':
      return eitherOf(issue.errors)
    case 'invalid_format':
      return formats[issue.format] ?? 'another form'
    case 'too_big':
      return `at most ${counted(issue.maximum, issue.origin)}`
    case 'too_small':
      return `at least ${counted(issue.minimum, issue.origin)}`
    case 'custom':
    case 'invalid_element':
    case 'invalid_key':
    case 'not_multiple_of':
    case 'unrecognized_keys':
      return 'another value'
  }
}

const kinds: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

const formats: Readonly<Record<string, string>> = {
  date: 'a date such as 1990-12-31',
  email: 'an e-mail address',
  ipv4: 'an IPv4 address',
  ipv6: 'an IPv6 address',
  url: 'an absolute address such as https://shop.example.com/thanks',
}

/** Lists what the options of a union accept, without repetition. */
function eitherOf(options: readonly (readonly z.core.$ZodIssue[])[]): string {
  return [...new Set(options.flatMap((issues) => issues.map(expected)))].join(' or ')
}

function counted(count: number | bigint, origin: string): string {
  if (origin === 'string') return count === 1 ? '1 character' : `${count} characters`
  return origin === 'array' ? `${count} entries` : String(count)
}
