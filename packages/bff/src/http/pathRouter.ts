import type { Result, Router } from 'hono/router'
import { TrieRouter } from 'hono/router/trie-router'

/**
 * Hono's trie, which takes every mixture of words and parameters, with what it finds for a path of words alone kept:
 * prices, lists and creates are at such paths, and finding one anew costs a noticeable part of pricing a quote.
 */
export function pathRouter<Handler>(): Router<Handler> {
  const trie = new TrieRouter<Handler>()
  const routes: { readonly method: string; readonly path: string }[] = []
  let found: Map<string, Result<Handler>> | undefined
  return {
    name: 'PathRouter',
    add(method, path, handler) {
      trie.add(method, path, handler)
      routes.push({ method, path })
      found = undefined
    },
    match(method, path) {
      found ??= new Map(
        routes
          .filter((route) => !/[:*]/.test(route.path))
          .map((route) => [`${route.method} ${route.path}`, trie.match(route.method, route.path)]),
      )
      return found.get(`${method} ${path}`) ?? trie.match(method, path)
    },
  }
}
