import type * as z from 'zod/mini'
import { fileVariables, settingNames } from './settingFiles.ts'

/** Names up to this length resemble too many others, such as NODE and MODE: only swapped letters count for them. */
const SHORT = 5
/** The number of letters that allow one mistake. */
const LETTERS_PER_MISTAKE = 4
const MOST_MISTAKES = 3

/**
 * Finds variables that were probably meant for a program but misspelt, such as `BASE_URl` and `DATABSE_URL`. A sentence
 * about each names the nearest variable, and never the value.
 * @param schemas the variables that the program reads
 */
export function misspeltVariables(
  schemas: readonly z.ZodMiniObject[],
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const settings = settingNames(schemas)
  const known = [...settings, ...fileVariables(settings)]
  return Object.keys(environment)
    .filter((name) => !known.includes(name) && /^[A-Za-z]\w{0,63}$/.test(name))
    .flatMap((name) => {
      const nearest = nearestTo(name, known)
      return nearest === undefined
        ? []
        : [`${name} is set, but no variable has this name: did you mean ${nearest}?`]
    })
}

function nearestTo(name: string, known: readonly string[]): string | undefined {
  const [nearest] = known
    .map((each) => ({ each, mistakes: mistakesBetween(name, each) }))
    .filter(({ mistakes }) => mistakes !== undefined)
    .toSorted((one, other) => Number(one.mistakes) - Number(other.mistakes))
  return nearest?.each
}

/** The number of mistakes between two names; undefined for too many. */
function mistakesBetween(name: string, known: string): number | undefined {
  const [one, other] = [plain(name), plain(known)]
  const most = Math.min(MOST_MISTAKES, Math.floor(other.length / LETTERS_PER_MISTAKE))
  if (one === other) return 0
  if (Math.abs(one.length - other.length) > most) return undefined
  if (other.length <= SHORT && sorted(one) !== sorted(other)) return undefined
  const mistakes = distance(one, other)
  return mistakes <= most ? mistakes : undefined
}

/** A name without its most frequently mistaken parts: case and word separators. */
function plain(name: string): string {
  return name.toUpperCase().replaceAll('_', '')
}

function sorted(name: string): string {
  return name.split('').toSorted().join('')
}

/** How many letters were left out, added, changed or swapped with their neighbour (optimal string alignment). */
function distance(one: string, other: string): number {
  let beforeLast: readonly number[] = []
  let last: readonly number[] = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      current.push(
        Math.min(
          at(last, column) + 1,
          at(current, column - 1) + 1,
          at(last, column - 1) + (isSame ? 0 : 1),
          isSwapped ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    beforeLast = last
    last = current
  }
  return at(last, other.length)
}

function at(numbers: readonly number[], place: number): number {
  return numbers[place] ?? Number.POSITIVE_INFINITY
}
