import { contract } from '@cambio/wire/http/contract.ts'
import type { Route } from '@cambio/wire/http/route.ts'
import fc from 'fast-check'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { inMatchingOrder } from './inMatchingOrder.ts'

const routes = Object.values<Readonly<Record<string, Route>>>(contract).flatMap((group) =>
  Object.values(group),
)
/** Beside each path with a parameter, one with a word in that place. */
const paths = [
  ...routes.map(({ method, path }) => ({ method, path })),
  ...routes
    .filter(({ path }) => path.includes('{'))
    .map(({ method, path }) => ({ method, path: path.replace(/\{\w+\}/, 'a-word-of-its-own') })),
]

test('no route of the contract matches a request for another, whatever the order of its entries', async () => {
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(paths, { minLength: paths.length }), async (shuffled) => {
      const app = new Hono()
      for (const { method, path } of inMatchingOrder(shuffled))
        app.on(method, path.replace(/\{(\w+)\}/g, ':$1'), (c) => c.text(path))
      for (const { method, path } of shuffled) {
        const answer = await app.request(path.replace(/\{\w+\}/g, 'x'), { method })
        expect([method, await answer.text()]).toEqual([method, path])
      }
    }),
    { numRuns: 20, seed: 3 },
  )
})
