import { nameWords } from '../../client/nameWords.ts'

/**
 * Whether a bank's name for a payer names a person, whatever the order, case and accents. It must contain every word of
 * the person's name, and may contain more, such as a title or another owner of the account.
 */
export function namesPerson(payer: string, person: string): boolean {
  const written = nameWords(payer)
  const words = nameWords(person)
  return words.length > 0 && words.every((word) => written.includes(word))
}
