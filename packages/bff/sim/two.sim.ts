import { describe } from 'vitest'
import { exchanges } from '../test/twin.ts'

/*
 * pnpm sim:two: the tests of purchases, transfers, withdrawals and clients once more, on two exchanges of one database.
 * More of what happens at the same moment is in npm test.
 */

exchanges.count = 2

describe('two exchanges: withdrawals', async () => void (await import('../test/balance/balances.test.ts')))
describe('two exchanges: guessed codes of withdrawals', async () =>
  void (await import('../test/balance/withdrawalLock.test.ts')))
describe('two exchanges: prices of withdrawals', async () =>
  void (await import('../test/balance/withdrawalPrice.test.ts')))
describe('two exchanges: child orders', async () =>
  void (await import('../test/order/merchantOrder.test.ts')))
describe('two exchanges: prices of child orders', async () =>
  void (await import('../test/order/childPrice.test.ts')))
describe('two exchanges: bank transfers', async () => void (await import('../test/bank/sepa.test.ts')))
describe('two exchanges: transfers without a client', async () =>
  void (await import('../test/person/withoutClient.test.ts')))
describe('two exchanges: orders that wait for their client', async () =>
  void (await import('../test/client/clientAwaited.test.ts')))
describe('two exchanges: orders without a client that are paid from one place', async () =>
  void (await import('../test/person/payerLimit.test.ts')))
describe('two exchanges: purchases', async () => void (await import('../test/order/purchase.test.ts')))
describe('two exchanges: first orders', async () => void (await import('../test/person/firstOrder.test.ts')))
describe('two exchanges: first orders without a card', async () =>
  void (await import('../test/person/firstOrderByTransfer.test.ts')))
describe('two exchanges: clients', async () => void (await import('../test/client/clients.test.ts')))
describe('two exchanges: addresses of clients', async () =>
  void (await import('../test/client/clientEmailChange.test.ts')))
describe('two exchanges: passwords of clients', async () =>
  void (await import('../test/client/clientPasswords.test.ts')))
describe('two exchanges: lives of payers without a client', async () =>
  void (await import('../test/person/withoutClientModel.test.ts')))
describe('two exchanges: discounts of one person at once', async () =>
  void (await import('../test/person/discountOver.test.ts')))
describe('two exchanges: guessed codes of mailboxes', async () =>
  void (await import('../test/client/guessedCodes.test.ts')))
describe('two exchanges: coupons for transfers', async () =>
  void (await import('../test/catalogue/couponTotals.test.ts')))
describe('two exchanges: limits', async () => void (await import('../test/person/limits.test.ts')))
describe('two exchanges: keys', async () => void (await import('../test/http/idempotency.test.ts')))
describe('two exchanges: paused and capped pay-outs', async () =>
  void (await import('../test/payout/payoutPause.test.ts')))
