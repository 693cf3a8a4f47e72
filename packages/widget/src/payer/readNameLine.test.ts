import { expect, test } from 'vitest'
import { readNameLine, renamed } from './readNameLine.ts'

test.each([
  ['Jane Doe', 'Jane', 'Doe'],
  ['  Mary  Ann Smith ', 'Mary Ann', 'Smith'],
  ['Ludwig van Beethoven', 'Ludwig', 'van Beethoven'],
  ['jane doe', 'jane', 'doe'],
  ['محمد علي', 'محمد', 'علي'],
])('%s is read as a first and a last name', (line, first_name, last_name) => {
  expect(readNameLine(line)).toEqual({ first_name, last_name })
})

test('a single word is a first name', () => {
  expect(readNameLine(' Jane ')).toBeNull()
})

test.each([
  ['Mary Ann', 'Smith', 'Mary Ann'],
  ['María García López', 'García López', 'María'],
  ['Jane Doe', '', 'Jane Doe'],
])('of %s, with %s typed as the last name, %s is the first name', (line, last_name, first_name) => {
  expect(renamed(line, last_name)).toEqual({ first_name, last_name })
})
