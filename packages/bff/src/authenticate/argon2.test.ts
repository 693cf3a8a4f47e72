import { systemRandom } from '@cambio/server/Random.ts'
import { expect, test } from 'vitest'
import { argon2Passwords } from './argon2.ts'

test('a password is hashed at the cost that OWASP asks for, unless its maker asks for another', async () => {
  const passwords = argon2Passwords({ random: systemRandom })
  const cheap = argon2Passwords({ random: systemRandom, cost: { memory: 8, passes: 1, parallelism: 1 } })
  const [hash, cheapHash] = [
    await passwords.hash('correct horse', 'partner'),
    await cheap.hash('correct horse', 'partner'),
  ]
  expect(hash).toMatch(/^argon2id\$19456\$2\$1\$[0-9a-f]{32}\$[0-9a-f]{64}$/)
  expect(cheapHash).toMatch(/^argon2id\$8\$1\$1\$/)
  // A hash names its cost: a process that hashes at another cost reads it.
  expect(await passwords.isRight('correct horse', cheapHash, 'partner')).toBe(true)
  expect(await cheap.isRight('correct horse', hash, 'partner')).toBe(true)
  expect(await cheap.isRight('correct house', hash, 'partner')).toBe(false)
  expect(await passwords.isRight('correct horse', undefined, 'partner')).toBe(false)
})
