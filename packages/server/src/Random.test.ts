import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { randomFrom, systemRandom, type Random } from './Random.ts'

/** The same bytes over and over. */
function repeating(...bytes: number[]): Random {
  let at = 0
  return randomFrom((count) => Uint8Array.from({ length: count }, () => bytes[at++ % bytes.length] ?? 0))
}

test('a token has at least the bits asked for and nothing that a URL would change', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 512 }), (bits) => {
      const made = systemRandom.token(bits)
      expect(made).toMatch(/^[A-Za-z0-9_-]+$/)
      expect(made.length * 6).toBeGreaterThanOrEqual(bits)
    }),
  )
  expect(repeating(255, 0).hex(4)).toBe('ff00ff00')
})

test('a UUID is one of version 4, whatever the bytes', () => {
  for (let byte = 0; byte < 256; byte++) {
    expect(repeating(byte).uuid()).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    )
  }
})

test('a code has each character equally often when each byte is equally frequent', () => {
  const bytes = Array.from({ length: 256 }, (_, byte) => byte)
  const picked = repeating(...bytes).pick('0123456789', 500)
  for (const digit of '0123456789') expect(picked.split(digit)).toHaveLength(51)
})

test('the system returns different bytes each time, even beyond what it fetches at once', () => {
  const values = new Set(Array.from({ length: 2000 }, () => systemRandom.hex(16)))
  expect(values.size).toBe(2000)
  expect([...values]).not.toContain('0'.repeat(32))
  const large = systemRandom.bytes(10_000)
  expect(large).toHaveLength(10_000)
  expect(large.filter((byte) => byte === 0).length).toBeLessThan(200)
})
