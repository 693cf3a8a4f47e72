import { describe, expect, test } from 'vitest'
import { endpointCapacity, MOST_AT_ONCE } from './endpointCapacity.ts'

function open() {
  let time = 0
  const capacities = endpointCapacity({ now: () => new Date(time) })
  return {
    capacities,
    pass: (ms: number) => void (time += ms),
    /** One delivery after the other, each of which hangs. */
    hang: (times: number) => {
      for (let n = 0; n < times; n++) {
        capacities.began('slow')
        capacities.ended('slow', { hung: true })
      }
    },
  }
}

describe('the capacity of an endpoint', () => {
  test('an endpoint has a limit of deliveries at once, and uses nothing of another’s capacity', () => {
    const { capacities } = open()
    for (let n = 0; n < MOST_AT_ONCE; n++) capacities.began('busy')
    expect(capacities.of('busy')).toBe(0)
    expect(capacities.of('other')).toBe(MOST_AT_ONCE)
    capacities.ended('busy', { hung: false })
    expect(capacities.of('busy')).toBe(1)
  })

  test('an order between two deliveries leaves its slot to others, and has the next free one', async () => {
    const { capacities } = open()
    for (let n = 0; n < MOST_AT_ONCE; n++) capacities.began('busy')
    capacities.paused('busy')
    expect(capacities.of('busy')).toBe(1)
    capacities.began('busy')
    let hasResumed = false
    const resumed = capacities.resumed('busy').then(() => (hasResumed = true))
    await Promise.resolve()
    expect(hasResumed).toBe(false)
    capacities.ended('busy', { hung: false })
    await resumed
    expect(capacities.of('busy')).toBe(0)
    capacities.ended('busy', { hung: false })
    expect(capacities.of('busy')).toBe(1)
  })

  test('an endpoint has no more than twice as many orders in hand, however long the records take', () => {
    const { capacities } = open()
    for (let n = 0; n < 2 * MOST_AT_ONCE; n++) {
      expect(capacities.of('busy')).toBeGreaterThan(0)
      capacities.began('busy')
      capacities.paused('busy')
    }
    expect(capacities.of('busy')).toBe(0)
  })

  test('an endpoint is forgotten when it is idle and answers', () => {
    const { capacities } = open()
    capacities.began('busy')
    capacities.ended('busy', { hung: false })
    expect(capacities.taken().size).toBe(0)
  })

  test('an endpoint that hangs three times in a row rests, then is tried by one delivery at a time', () => {
    const { capacities, pass, hang } = open()
    hang(2)
    expect(capacities.of('slow')).toBe(MOST_AT_ONCE)
    hang(1)
    expect(capacities.of('slow')).toBe(0)
    pass(4_999)
    expect(capacities.of('slow')).toBe(0)
    pass(1)
    expect(capacities.of('slow')).toBe(1)
    capacities.began('slow')
    expect(capacities.of('slow')).toBe(0)
  })

  test('an endpoint that goes on hanging rests twice as long each time, a minute at most', () => {
    const { capacities, pass, hang } = open()
    hang(3)
    const rests = [5_000, 10_000, 20_000, 40_000, 60_000, 60_000]
    for (const rest of rests) {
      pass(rest - 1)
      expect(capacities.of('slow')).toBe(0)
      pass(1)
      expect(capacities.of('slow')).toBe(1)
      hang(1)
    }
  })

  test('an endpoint whose deliveries hang at the same time rests once', () => {
    const { capacities, pass } = open()
    for (let n = 0; n < 20; n++) capacities.began('slow')
    for (let n = 0; n < 20; n++) capacities.ended('slow', { hung: true })
    pass(5_000)
    expect(capacities.of('slow')).toBe(1)
  })

  test('an endpoint that answers again has its full capacity at once', () => {
    const { capacities, pass, hang } = open()
    hang(3)
    pass(5_000)
    capacities.began('slow')
    capacities.ended('slow', { hung: false })
    expect(capacities.of('slow')).toBe(MOST_AT_ONCE)
  })
})
