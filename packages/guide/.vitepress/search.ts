import type { Options } from 'minisearch'

/** How the pages are searched: in the browser, in an index that is built with them. */
export const searchOptions = {
  options: {
    processTerm: (term: string) => {
      const word = term.toLowerCase()
      return /^(a|an|and|are|at|be|by|can|do|does|for|from|have|how|i|in|is|it|its|me|mine|my|of|on|or|the|there|they|this|to|what|where|which|who|whom|with|you|your|yours)$/.test(
        word,
      )
        ? null
        : word
    },
  } satisfies Pick<Options, 'processTerm'>,
  searchOptions: {
    boost: { title: 5, titles: 2, text: 1 },
    fuzzy: 0.1,
    prefix: true,
  } satisfies Options['searchOptions'],
}
