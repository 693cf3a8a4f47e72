import { expect, test } from 'vitest'
import { entryOf } from './entry.ts'

test.each([
  ['/w/req_0123456789abcdef', '', 'req_0123456789abcdef'],
  ['/w/req_0123456789abcdef/', '?locale=de', 'req_0123456789abcdef'],
  ['/o/A1B2C-D3E4F5', '?k=s_3cr-et', 'A1B2C-D3E4F5~s_3cr-et'],
  ['/o/A1B2C-D3E4F5', '', null],
  ['/o/A1B2C-D3E4F5', '?k=a~b', null],
  ['/w/', '', null],
  ['/w/a/b', '', null],
  ['/w/%2e%2e', '', null],
])('%s%s opens %s', (pathname, search, entry) => {
  expect(entryOf({ pathname, search })).toBe(entry)
})
