import { contract } from '@cambio/wire/http/contract.ts'
import { Problem } from '@cambio/wire/http/Problem.ts'
import { refusalsOf, type Route } from '@cambio/wire/http/route.ts'
import { expect } from 'vitest'

/** A route refuses with what its contract lists, and says which field of the request is wrong, in its detail too. */
export function expectPromised(method: string, path: string, body: unknown): void {
  const promise = promises.find(
    (other) => other.method === method && other.pattern.test(path.replace(/\?.*/, '')),
  )
  const { success, data: problem } = Problem.safeParse(body)
  if (!promise || !success) return
  expect([method, path, promise.codes]).toEqual([method, path, expect.arrayContaining([problem.code])])
  const [first] = problem.errors
  if (!first) return
  expect(problem.detail).toContain(first.pointer.slice(1))
  // The widget is told of fields that an earlier call of its purchase had.
  if (path.startsWith('/api/widget/')) return
  for (const { code, pointer } of problem.errors) {
    const [, field = ''] = pointer.split('/')
    if (code !== 'unknown_field' && field !== '')
      expect([method, path, promise.fields]).toEqual([method, path, expect.arrayContaining([field])])
  }
}

/** Addresses without parameters first: one of them may look like a parameter of another. */
const promises = Object.values<Readonly<Record<string, Route>>>(contract)
  .flatMap((group) => Object.values(group))
  .toSorted((one, other) => one.path.split('{').length - other.path.split('{').length)
  .map((route) => ({
    method: route.method,
    pattern: new RegExp(`^${route.path.replace(/\{\w+\}/g, '[^/]+')}$`),
    codes: refusalsOf(route),
    fields: [route.params, route.query, route.body].flatMap((part) => Object.keys(part?.shape ?? {})),
  }))
