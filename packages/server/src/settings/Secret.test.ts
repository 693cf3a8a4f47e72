import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { Secret } from './Secret.ts'

test('a secret is shown to code that asks for it, and in no other way', () => {
  const secret = new Secret('hunter2')
  const shown = [
    String(secret),
    JSON.stringify({ secret }),
    inspect({ deep: { secret } }, { showHidden: true, depth: 9 }),
    JSON.stringify(Object.entries(secret)),
    JSON.stringify(structuredClone(secret)),
  ].join(' ')
  expect(shown).not.toContain('hunter2')
  expect(shown).toContain('<redacted>')
  expect(secret.reveal()).toBe('hunter2')
})
