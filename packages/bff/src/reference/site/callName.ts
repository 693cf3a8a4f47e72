import { pathOf } from '@cambio/wire/http/pathOf.ts'
import type { Route } from '@cambio/wire/http/route.ts'

/** The name of a call within its page. Links from outside use it: it stays. */
export function callAnchor(route: Pick<Route, 'method' | 'path'>): string {
  return `${route.method}-${pathOf(route)}`
}

/** What a call is called in headings and lists: `partner.createOrder` is “Create order”. */
export function callTitle(name: string): string {
  const words = name
    .slice(name.indexOf('.') + 1)
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/\burl\b/, 'URL')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
