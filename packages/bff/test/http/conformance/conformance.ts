import { rowsOf } from '@cambio/server/testing/rowsOf.ts'
import { contract } from '@cambio/wire/http/contract.ts'
import type { Route } from '@cambio/wire/http/route.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRig, type Rig } from '../../rig.ts'
import type { Case } from './Case.ts'
import { casesOf } from './casesOf.ts'
import { conform } from './conform.ts'

/** Tests of every route against requests that are not as they must be, in so many rounds with other values each. */
export function conformance({ rounds, least }: { rounds: number; least: number }): void {
  let rig: Rig
  beforeAll(async () => {
    rig = await openRig()
  })
  afterAll(() => rig.close())

  const seeds = Array.from({ length: rounds }, (_, round) => round + 1)
  const plan = routes.flatMap((one) =>
    seeds.map((seed) => {
      const all = casesOf(one.route, seed)
      return { ...one, seed, cases: rowsOf(all, isInHalf(all)) }
    }),
  )

  describe('an invalid request', () => {
    test(`the invalid requests are of ${least} kinds or more`, () => {
      expect(plan.flatMap(({ cases }) => cases).length).toBeGreaterThanOrEqual(least)
    })

    for (const { name, route, seed, cases } of plan)
      test(`${name} refuses invalid requests as documented and stores nothing (seed ${seed}, ${cases.length} requests)`, () =>
        conform(rig, route, cases))
  })
}

/**
 * Half of the cases of a route: each kind of them, and of each field or member every other kind.
 */
function isInHalf(all: readonly Case[]): (one: Case) => boolean {
  const kinds = [...new Set(all.map(({ kind }) => kind))]
  const half = kinds.flatMap((kind, order) =>
    all.filter((one) => one.kind === kind).filter((_, index) => index === 0 || (index + order) % 2 === 0),
  )
  const taken = new Set(half)
  return (one) => taken.has(one)
}

const routes = Object.entries<Readonly<Record<string, Route>>>(contract).flatMap(([group, members]) =>
  Object.entries(members).map(([name, route]) => ({ name: `${group}.${name}`, route })),
)
