import { describe } from 'vitest'
import { exchanges } from './twin.ts'

/*
 * What is promised of money where one exchange runs is promised where two run on one database, with the calls spread over
 * both and both doing what is due at the same time: the same tests, once more.
 */

exchanges.count = 2

describe('two exchanges: withdrawals', async () => void (await import('./balance/balances.test.ts')))
describe('two exchanges: races of withdrawals', async () =>
  void (await import('./balance/withdrawalRaces.test.ts')))
describe('two exchanges: guessed codes of withdrawals', async () =>
  void (await import('./balance/withdrawalLock.test.ts')))
describe('two exchanges: prices of withdrawals', async () =>
  void (await import('./balance/withdrawalPrice.test.ts')))
describe('two exchanges: child orders', async () => void (await import('./order/merchantOrder.test.ts')))
describe('two exchanges: prices of child orders', async () =>
  void (await import('./order/childPrice.test.ts')))
describe('two exchanges: bank transfers', async () => void (await import('./bank/sepa.test.ts')))
describe('two exchanges: transfers without a client', async () =>
  void (await import('./person/withoutClient.test.ts')))
describe('two exchanges: orders that wait for their client', async () =>
  void (await import('./client/clientAwaited.test.ts')))
describe('two exchanges: orders without a client that are paid from one place', async () =>
  void (await import('./person/payerLimit.test.ts')))
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
