import { expect, test } from 'vitest'
import { counted } from './counted.ts'

test('a count of one is singular, every other count plural', () => {
  const said = [0, 1, 2].map((count) => counted(count, 'key is out', 'keys are out'))
  expect(said).toEqual(['0 keys are out', '1 key is out', '2 keys are out'])
})
