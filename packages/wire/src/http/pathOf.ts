import type { Route } from './route.ts'

/** The path of a route with its parameters filled in, percent-encoded. */
export function pathOf(route: Pick<Route, 'path'>, params: Readonly<Record<string, string>> = {}): string {
  return route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}
