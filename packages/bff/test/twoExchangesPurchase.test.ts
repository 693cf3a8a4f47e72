import { describe } from 'vitest'
import { exchanges } from './twin.ts'

/* As with money: the tests of purchases, limits, keys and logins, with two exchanges on one database. */

exchanges.count = 2

describe('two exchanges: purchases', async () => void (await import('./order/purchase.test.ts')))
describe('two exchanges: limits', async () => void (await import('./person/limits.test.ts')))
describe('two exchanges: first orders', async () => void (await import('./person/firstOrder.test.ts')))
describe('two exchanges: first orders without a card', async () =>
  void (await import('./person/firstOrderByTransfer.test.ts')))
describe('two exchanges: keys', async () => void (await import('./http/idempotency.test.ts')))
describe('two exchanges: clients', async () => void (await import('./client/clients.test.ts')))
describe('two exchanges: addresses of clients', async () =>
  void (await import('./client/clientEmailChange.test.ts')))
describe('two exchanges: guessed codes of mailboxes', async () =>
  void (await import('./client/guessedCodes.test.ts')))
describe('two exchanges: passwords of clients', async () =>
  void (await import('./client/clientPasswords.test.ts')))
