/** The number of letters that allow one mistake. */
const LETTERS_PER_MISTAKE = 4
const MOST_MISTAKES = 3

/** The known name that a misspelt one probably means; undefined when none is near enough. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const [nearest] = known
    .map((each) => ({ each, mistakes: mistakesBetween(name, each) }))
    .filter(({ mistakes }) => mistakes !== undefined)
    .toSorted((one, other) => Number(one.mistakes) - Number(other.mistakes))
  return nearest?.each
}

/** A name without its most frequently mistaken parts: case and word separators. */
export function plain(name: string): string {
  return name.toUpperCase().replaceAll(/[_ -]/g, '')
}

/** The number of mistakes between two names; undefined for too many. */
function mistakesBetween(name: string, known: string): number | undefined {
  const [one, other] = [plain(name), plain(known)]
  const most = Math.min(MOST_MISTAKES, Math.floor(other.length / LETTERS_PER_MISTAKE))
  if (one === other) return 0
  if (Math.abs(one.length - other.length) > most) return undefined
  const mistakes = distance(one, other)
  return mistakes <= most ? mistakes : undefined
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
