import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eventReader } from './eventReader.ts'

const stream =
  'retry: 1200\n\n:\n\nevent: changed\nid: v2\ndata: {"a":"b: c"}\n\nevent: changed\ndata:\n\nevent: end\ndata:\n\n'

test('events are read the same, wherever their stream was cut', () => {
  const cuts = fc.array(fc.nat(stream.length), { maxLength: 20 })
  fc.assert(
    fc.property(cuts, (at) => {
      const places = [0, ...at.toSorted((one, other) => one - other), stream.length]
      const read = eventReader()
      const events = places.slice(1).flatMap((end, index) => read(stream.slice(places[index], end)))
      expect(events).toEqual([
        { retry: '1200' },
        { '': '' },
        { event: 'changed', id: 'v2', data: '{"a":"b: c"}' },
        { event: 'changed', data: '' },
        { event: 'end', data: '' },
      ])
    }),
  )
})

test('an event that has not come whole is not read', () => {
  expect(eventReader()('event: changed\ndata: {"a":')).toEqual([])
})
