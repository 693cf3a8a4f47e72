import { describe } from 'vitest'
import { exchanges } from './twin.ts'

/*
 * What two may do at the same moment is promised where one exchange runs, and where two run on one database, with the calls
 * spread over both and both doing what is due at the same time: the same tests, once more. `pnpm sim:two` does so with
 * random lives, guessed codes, discounts and coupons, and with what happens one after the other.
 */

exchanges.count = 2

describe('two exchanges: races of withdrawals', async () =>
  void (await import('./balance/withdrawalRaces.test.ts')))
describe('two exchanges: guessed codes of withdrawals', async () =>
  void (await import('./balance/withdrawalLock.test.ts')))
describe('two exchanges: paused and capped pay-outs', async () =>
  void (await import('./payout/payoutPause.test.ts')))
describe('two exchanges: transfers of one client at once', async () =>
  void (await import('./person/clientLimitConcurrent.test.ts')))
describe('two exchanges: cards of one person at once', async () =>
  void (await import('./person/personLimitConcurrent.test.ts')))
describe('two exchanges: limits', async () => void (await import('./person/limits.test.ts')))
describe('two exchanges: keys', async () => void (await import('./http/idempotency.test.ts')))
