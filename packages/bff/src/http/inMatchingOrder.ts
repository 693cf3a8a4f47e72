/**
 * Routes in the order in which a router should try them: where one path has a word and another a parameter, the word
 * comes first. So `/order/list` is never read as the order `list`, whatever the order of the contract's entries.
 */
export function inMatchingOrder<Routed extends { readonly path: string }>(
  routes: readonly Routed[],
): readonly Routed[] {
  return routes.toSorted((a, b) => compare(shapeOf(a), shapeOf(b)))
}

/** A path by its segments: 0 for a word, 1 for a parameter. */
function shapeOf({ path }: { readonly path: string }): string {
  return path
    .split('/')
    .map((segment) => (segment.startsWith('{') ? '1' : '0'))
    .join('')
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
