import type * as z from 'zod/mini'
import { nearestName, plain } from './nearestName.ts'
import { fileVariables, settingNames } from './settingFiles.ts'

/** Names up to this length resemble too many others, such as NODE and MODE: only swapped letters count for them. */
const SHORT = 5

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
      const nearest = nearestName(
        name,
        known.filter((each) => plain(each).length > SHORT || hasSameLetters(name, each)),
      )
      return nearest === undefined
        ? []
        : [`${name} is set, but no variable has this name: did you mean ${nearest}?`]
    })
}

function hasSameLetters(one: string, other: string): boolean {
  return sorted(plain(one)) === sorted(plain(other))
}

function sorted(name: string): string {
  return name.split('').toSorted().join('')
}
