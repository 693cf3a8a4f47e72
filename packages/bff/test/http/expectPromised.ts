import { contract } from '@cambio/wire/http/contract.ts'
import { refusalsOf, type Route } from '@cambio/wire/http/route.ts'
import { expect } from 'vitest'
import { memberAt } from '../memberAt.ts'

/** What a route refuses with is what its contract lists. */
export function expectPromised(method: string, path: string, body: unknown): void {
  const code = memberAt(body, 'code')
  const promise = promises.find(
    (other) => other.method === method && other.pattern.test(path.replace(/\?.*/, '')),
  )
  if (promise && typeof code === 'string')
    expect([method, path, promise.codes]).toEqual([method, path, expect.arrayContaining([code])])
}

/** Addresses without parameters first: one of them may look like a parameter of another. */
const promises = Object.values<Readonly<Record<string, Route>>>(contract)
  .flatMap((group) => Object.values(group))
  .toSorted((one, other) => one.path.split('{').length - other.path.split('{').length)
  .map((route) => ({
    method: route.method,
    pattern: new RegExp(`^${route.path.replace(/\{\w+\}/g, '[^/]+')}$`),
    codes: refusalsOf(route),
  }))
