/**
 * @typedef {{ title: string, kind: string, href: string, text: string }} Found
 */

/** @type {Promise<Found[]> | undefined} */
let loaded

/**
 * Everything that the reference has a place for, loaded when it is first asked for.
 * @returns {Promise<Found[]>}
 */
export function loadIndex() {
  loaded ??= fetch('/docs/search.json').then((answer) => answer.json())
  return loaded
}

/**
 * What has all of the words, what has them in its title first.
 * @param {Found[]} index
 * @param {string} words
 * @returns {Found[]}
 */
export function search(index, words) {
  const terms = words
    .toLowerCase()
    .split(/[\s/]+/)
    .filter((term) => term !== '')
  if (terms.length === 0) return []
  return index
    .map((found) => ({ found, rank: rankOf(found, terms) }))
    .filter(({ rank }) => rank > 0)
    .toSorted((a, b) => b.rank - a.rank)
    .slice(0, 12)
    .map(({ found }) => found)
}

/**
 * @param {Found} found
 * @param {string[]} terms
 * @returns {number} zero where a term is missing
 */
function rankOf({ title, kind, text }, terms) {
  const places = [
    [title.toLowerCase(), 8],
    [kind.toLowerCase(), 3],
    [text.toLowerCase(), 1],
  ]
  const ranks = terms.map((term) =>
    Math.max(...places.map(([place, weight]) => closeness(String(place), term) * Number(weight))),
  )
  const isWhole = title.toLowerCase() === terms.join(' ') ? 100 : 0
  return ranks.includes(0) ? 0 : ranks.reduce((sum, rank) => sum + rank, isWhole)
}

/**
 * @param {string} place
 * @param {string} term
 * @returns {number} 3 for a whole word, 2 for the beginning of one, 1 for a part
 */
function closeness(place, term) {
  const at = place.indexOf(term)
  if (at === -1) return 0
  const words = place.split(/[^a-z0-9_-]+/)
  if (words.includes(term)) return 3
  return words.some((word) => word.startsWith(term)) || place.includes(`_${term}`) ? 2 : 1
}
