import { Refusal } from '@cambio/wire/Problem.ts'
import { fieldRefusal } from './problem.ts'

/** A run of digits and points too long for a number of 15 digits: worth a look at each number's own text. */
const longNumber = /[\d.]{16}/

/**
 * Reads a JSON object out of a body. Members that are an empty string count as not sent. A number of more than 15
 * significant digits is refused, for a double would keep another one.
 * @throws Refusal malformed_json, validation_failed, amount_precision
 */
export function readBody(text: string): object {
  const value = parseJson(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw fieldRefusal('validation_failed', '', 'The body must be a JSON object')
  if (!Object.values(value).includes('')) return value
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== ''))
}

function parseJson(text: string): unknown {
  try {
    return longNumber.test(text) ? JSON.parse(text, exactly) : JSON.parse(text)
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal('malformed_json', 'The body is not JSON; nothing was done')
  }
}

/** Looks at each number as it was written. */
function exactly(this: unknown, name: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value === 'number' && context?.source !== undefined && significantDigits(context.source) > 15)
    throw fieldRefusal(
      'amount_precision',
      `/${name}`,
      'A JSON number keeps 15 significant digits; send the amount as a string',
    )
  return value
}

function significantDigits(source: string): number {
  return source
    .replace(/[eE].*$/, '')
    .replace(/\D/g, '')
    .replace(/^0+/, '').length
}
