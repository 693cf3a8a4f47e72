import { describe } from 'vitest'
import { exchanges } from './twin.ts'

/*
 * What two may do at the same moment is promised where one exchange runs, and where two run on one database, with the calls
 * spread over both and both doing what is due at the same time: the same tests, once more. `pnpm sim:two` does so with
 * tests of what happens one after the other.
 */

exchanges.count = 2

describe('two exchanges: races of withdrawals', async () =>
  void (await import('./balance/withdrawalRaces.test.ts')))
describe('two exchanges: guessed codes of withdrawals', async () =>
  void (await import('./balance/withdrawalLock.test.ts')))
describe('two exchanges: lives of payers without a client', async () =>
  void (await import('./person/withoutClientModel.test.ts')))
describe('two exchanges: paused and capped pay-outs', async () =>
  void (await import('./payout/payoutPause.test.ts')))
describe('two exchanges: coupons for transfers', async () =>
  void (await import('./catalogue/couponTotals.test.ts')))
describe('two exchanges: transfers of one client at once', async () =>
  void (await import('./person/clientLimitConcurrent.test.ts')))
describe('two exchanges: cards of one person at once', async () =>
  void (await import('./person/personLimitConcurrent.test.ts')))
describe('two exchanges: discounts of one person at once', async () =>
  void (await import('./person/discountOver.test.ts')))
describe('two exchanges: limits', async () => void (await import('./person/limits.test.ts')))
describe('two exchanges: keys', async () => void (await import('./http/idempotency.test.ts')))
describe('two exchanges: guessed codes of mailboxes', async () =>
  void (await import('./client/guessedCodes.test.ts')))
