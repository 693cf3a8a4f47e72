import type * as z from 'zod/mini'
import { fileVariables, settingNames } from './settingFiles.ts'

/** Names up to this length are near too many others, such as NODE to MODE: there only letters that changed places count. */
const SHORT = 5
/** One letter in so many may be wrong. */
const LETTERS_PER_MISTAKE = 4
const MOST_MISTAKES = 3

/**
 * Finds variables that were probably meant for a program and are none that it reads: its own names in other letters,
 * such as `BASE_URl` and `DATABSE_URL`. A sentence about each names the nearest one, and never its value.
 * @param schemas what the program reads: what is in any of them is no mistake
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

/** How many mistakes a name is away from another; undefined for more than anybody makes. */
function mistakesBetween(name: string, known: string): number | undefined {
  const [one, other] = [plain(name), plain(known)]
  const most = Math.min(MOST_MISTAKES, Math.floor(other.length / LETTERS_PER_MISTAKE))
  if (one === other) return 0
  if (Math.abs(one.length - other.length) > most) return undefined
  if (other.length <= SHORT && sorted(one) !== sorted(other)) return undefined
  const mistakes = distance(one, other)
  return mistakes <= most ? mistakes : undefined
}

/** A name without what is mistaken most: case, and where words begin. */
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
