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
  let literal: Map<string, Result<Handler>> | undefined
  return {
    name: 'PathRouter',
    add(method, path, handler) {
      trie.add(method, path, handler)
      routes.push({ method, path })
      literal = undefined
    },
    match(method, path) {
      literal ??= new Map(
        routes
          .filter((route) => !/[:*]/.test(route.path))
          .map((route) => [`${route.method} ${route.path}`, trie.match(route.method, route.path)]),
      )
      return literal.get(`${method} ${path}`) ?? trie.match(method, path)
    },
  }
}
