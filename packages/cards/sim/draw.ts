import { randomFrom, type Random } from '@cambio/server/Random.ts'

/** Seeded draws: the same seed draws the same, on every machine. */
export type Draw = {
  /** Whether something of this probability happens. */
  happens(probability: number): boolean
  /** One of several, each equally likely. */
  oneOf<Item>(items: readonly [Item, ...Item[]]): Item
  /** A whole number from 0 up to and without `end`. */
  below(end: number): number
}

export function drawFrom(...seeds: readonly number[]): Draw {
  const next = generator(seeds)
  const below = (end: number) => Math.floor(next() * end)
  return {
    happens: (probability) => next() < probability,
    oneOf: (items) => items[below(items.length)] ?? items[0],
    below,
  }
}

/** Bytes for a platform that is to make the same ids every time. */
export function seededRandom(seed: number): Random {
  const next = generator([seed, 0x5eed])
  return randomFrom((count) => Uint8Array.from({ length: count }, () => Math.floor(next() * 256)))
}

/** Mulberry32 (Tommy Ettinger, public domain), from 0 up to and without 1. */
function generator(seeds: readonly number[]): () => number {
  let state = seeds.reduce((mixed, seed) => Math.imul(mixed ^ seed, 0x9e3779b1) ^ (mixed >>> 15), 0x2545f491)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
