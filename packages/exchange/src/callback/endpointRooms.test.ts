import { describe, expect, test } from 'vitest'
import { endpointRooms, MOST_AT_ONCE } from './endpointRooms.ts'

function open() {
  let time = 0
  const rooms = endpointRooms({ now: () => new Date(time) })
  return {
    rooms,
    pass: (ms: number) => void (time += ms),
    /** One delivery after the other, each of which hangs. */
    hang: (times: number) => {
      for (let n = 0; n < times; n++) {
        rooms.began('slow')
        rooms.ended('slow', { hung: true })
      }
    },
  }
}

describe('the room of an endpoint', () => {
  test('an endpoint has room for so many deliveries at once, and takes none of another’s room', () => {
    const { rooms } = open()
    for (let n = 0; n < MOST_AT_ONCE; n++) rooms.began('busy')
    expect(rooms.of('busy')).toBe(0)
    expect(rooms.of('other')).toBe(MOST_AT_ONCE)
    rooms.ended('busy', { hung: false })
    expect(rooms.of('busy')).toBe(1)
  })

  test('an endpoint is forgotten when it is idle and answers', () => {
    const { rooms } = open()
    rooms.began('busy')
    rooms.ended('busy', { hung: false })
    expect(rooms.taken().size).toBe(0)
  })

  test('an endpoint that hangs three times in a row rests, then is tried by one delivery at a time', () => {
    const { rooms, pass, hang } = open()
    hang(2)
    expect(rooms.of('slow')).toBe(MOST_AT_ONCE)
    hang(1)
    expect(rooms.of('slow')).toBe(0)
    pass(4_999)
    expect(rooms.of('slow')).toBe(0)
    pass(1)
    expect(rooms.of('slow')).toBe(1)
    rooms.began('slow')
    expect(rooms.of('slow')).toBe(0)
  })

  test('an endpoint that goes on hanging rests twice as long each time, a minute at most', () => {
    const { rooms, pass, hang } = open()
    hang(3)
    const rests = [5_000, 10_000, 20_000, 40_000, 60_000, 60_000]
    for (const rest of rests) {
      pass(rest - 1)
      expect(rooms.of('slow')).toBe(0)
      pass(1)
      expect(rooms.of('slow')).toBe(1)
      hang(1)
    }
  })

  test('an endpoint whose many deliveries hang together rests once', () => {
    const { rooms, pass } = open()
    for (let n = 0; n < 20; n++) rooms.began('slow')
    for (let n = 0; n < 20; n++) rooms.ended('slow', { hung: true })
    pass(5_000)
    expect(rooms.of('slow')).toBe(1)
  })

  test('an endpoint that answers again has all its room at once', () => {
    const { rooms, pass, hang } = open()
    hang(3)
    pass(5_000)
    rooms.began('slow')
    rooms.ended('slow', { hung: false })
    expect(rooms.of('slow')).toBe(MOST_AT_ONCE)
  })
})
