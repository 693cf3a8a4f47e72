import type { Difference, DocumentData } from '../client/DocumentData.ts'
import { nameWords } from '../client/nameWords.ts'
import type { Person } from './LockedClient.ts'

/**
 * The details of a client that documents contradict or do not show. A detail that is null is not known yet: the
 * documents are stored, and compared with what the client states later.
 */
export function differencesOf(person: Person, documents: DocumentData): Difference[] {
  const differences: [Difference, boolean][] = [
    ['name', documents.names.length === 0 || !documents.names.some((name) => isNamed(person, name))],
    ['birth_date', documents.birthDate === null || !isSame(person.birth_date, documents.birthDate)],
    [
      'country',
      documents.countries.length === 0 ||
        (person.country !== null && !documents.countries.includes(person.country)),
    ],
  ]
  return differences.flatMap(([member, differs]) => (differs ? [member] : []))
}

function isSame(entered: string | null, read: string): boolean {
  return entered === null || entered === read
}

/**
 * Whether a document's name is a person's. First and last names may be in either order. Each may have more words on one
 * side, such as middle names, and words may be written together or apart.
 */
function isNamed(
  { first_name, last_name }: Person,
  { given, family }: DocumentData['names'][number],
): boolean {
  const [ofGiven, ofFamily] = [nameWords(given), nameWords(family)]
  const [first, last] = [nameWords(first_name ?? ''), nameWords(last_name ?? '')]
  if (ofGiven.length === 0 || ofFamily.length === 0) return false
  if (isSameWords([...first, ...last], [...ofGiven, ...ofFamily])) return true
  return (
    (isPartOf(first, ofGiven) && isPartOf(last, ofFamily)) ||
    (isPartOf(first, ofFamily) && isPartOf(last, ofGiven))
  )
}

function isPartOf(entered: readonly string[], read: readonly string[]): boolean {
  // This half of the name is not known yet.
  if (entered.length === 0) return true
  return (
    entered.every((word) => read.includes(word)) ||
    read.every((word) => entered.includes(word)) ||
    entered.join('') === read.join('')
  )
}

function isSameWords(one: readonly string[], other: readonly string[]): boolean {
  return one.toSorted().join(' ') === other.toSorted().join(' ')
}
