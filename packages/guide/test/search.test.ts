import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import MiniSearch, { type SearchResult } from 'minisearch'
import { beforeAll, expect, test } from 'vitest'
import { searchOptions } from '../.vitepress/search.ts'

/** The index that browsers load, from the guide as it was built. */
let index: MiniSearch

beforeAll(async () => {
  const folder = join(import.meta.dirname, '../dist/assets/chunks')
  const name = (await readdir(folder)).find((each) => each.includes('localSearchIndexroot'))
  const { default: built }: { default: string } = await import(join(folder, name ?? 'no search index'))
  index = MiniSearch.loadJSON(built, {
    fields: ['title', 'titles', 'text'],
    storeFields: ['title', 'titles'],
    ...searchOptions.options,
    searchOptions: searchOptions.searchOptions,
  })
})

/** The pages that a reader sees first for these words: as many as fit the box without scrolling. */
function found(words: string): readonly string[] {
  const results: readonly SearchResult[] = index.search(words).slice(0, 5)
  return results.map(({ id }) => String(id).replace('/guide/', '/'))
}

test.for([
  ['Which test cards are there, and what does each do?', '/testing/cards'],
  ['Which currencies, networks and decimals?', '/orders/prices#currencies'],
  ['What statuses can an order have, and what follows what?', '/orders/statuses'],
  ['How do I retry safely?', '/orders/retries'],
  ['In which order do callbacks come, how often are they tried?', '/callbacks/promise'],
  ['What are the rate limits, also of login and messages?', '/orders/retries'],
  ['What does it cost, and what are the bounds?', '/orders/prices'],
  [
    'What are the levels of verification, their caps in EUR, and what does each ask for?',
    '/orders/clients#levels',
  ],
  ["What are the sandbox's credentials?", '/start/sandbox#credentials'],
  ['How do I play bank, wallet and mailbox in the sandbox?', '/testing/sandbox'],
  ['Which CSP and Permissions-Policy does my page need?', '/widget/csp'],
  ['How do I rotate my keys?', '/live/keys'],
  ['Which time-outs and retries should my client have?', '/orders/retries'],
  ['How do I set, test and replay my callback address?', '/callbacks/test'],
  ['Who refunds, how, and how long does it take?', '/money/refunds'],
  ['What happens in a dispute?', '/money/disputes'],
  ['Which addresses do you call from, and can I restrict mine?', '/callbacks/promise#addresses'],
  ['What may change within a version, and how is one retired?', '/versions'],
  ['Which compliance duties are mine, which are yours?', '/live/duties'],
  ['What do I check before I go live, and whom do I ask?', '/live/checklist'],
] as const)('a partner who searches %j finds %s among the first results', ([question, page]) => {
  expect(found(question)).toEqual(expect.arrayContaining([expect.stringMatching(new RegExp(`^${page}`))]))
})
