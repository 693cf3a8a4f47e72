import type { Result, Router } from 'hono/router'
import { TrieRouter } from 'hono/router/trie-router'

/**
 * Hono's trie router, which supports any mixture of words and parameters, with a cache of matches for literal paths.
 * Prices, lists and creates are at such paths, and searching the trie each time is a noticeable part of pricing a
 * quote.
 */
export function pathRouter<Handler>(): Router<Handler> {
  const trie = new TrieRouter<Handler>()
  const routes: { readonly method: string; readonly path: string }[] = []
  /** The matches of each method at literal paths. */
  let literal: Map<string, Map<string, Result<Handler>>> | undefined

  function literalMatches(): Map<string, Map<string, Result<Handler>>> {
    const matches = new Map<string, Map<string, Result<Handler>>>()
    for (const { method, path } of routes.filter((route) => !/[:*]/.test(route.path))) {
      const ofMethod = matches.get(method) ?? new Map<string, Result<Handler>>()
      matches.set(method, ofMethod.set(path, trie.match(method, path)))
    }
    return matches
  }

  return {
    name: 'PathRouter',
    add(method, path, handler) {
      trie.add(method, path, handler)
      routes.push({ method, path })
      literal = undefined
    },
    match(method, path) {
      literal ??= literalMatches()
      return literal.get(method)?.get(path) ?? trie.match(method, path)
    },
  }
}
