import { expect, test } from 'vitest'
import { checkFresh } from './freshPrices.ts'

const now = new Date('2026-03-01T12:00:00Z')

test.each([
  [0, 'counts'],
  [30_000, 'counts'],
  [30_001, 'is refused'],
  [-5, 'counts'],
  [-30_001, 'is refused'],
])('a price of %d ms ago %s, where one may be thirty seconds old', (ago, what) => {
  const check = () => checkFresh({ at: new Date(now.getTime() - ago) }, { staleAfterMs: 30_000 }, now)
  if (what === 'counts') expect(check).not.toThrow()
  else expect(check).toThrow(expect.objectContaining({ code: 'rate_unavailable' }))
})
