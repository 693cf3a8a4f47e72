import { expect, test } from 'vitest'
import { readLogo } from './readLogo.ts'

const svg = (inside: string, attributes = '') =>
  Buffer.from(`<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"${attributes}>${inside}</svg>\n`)
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const webp = Buffer.concat([Buffer.from('RIFF\x04\0\0\0WEBP', 'latin1')])

test('a logo is recognised by its content and named after it', () => {
  const drawn = svg('<defs><linearGradient id="a"/></defs><path d="M0 0h4" fill="url(#a)"/><use href="#a"/>')
  expect(readLogo(drawn)).toMatchObject({
    type: 'image/svg+xml',
    name: expect.stringMatching(/^[\w-]{22}\.svg$/),
  })
  expect(readLogo(png)).toMatchObject({ type: 'image/png' })
  expect(readLogo(webp)).toMatchObject({ type: 'image/webp' })
})

test.for([
  ['a script', svg('<script>alert(1)</script>')],
  ['a handler', svg('<path onload="alert(1)"/>')],
  ['a handler of the whole', svg('', ' onload="alert(1)"')],
  ['a page in it', svg('<foreignObject></foreignObject>')],
  ['a link', svg('<a href="https://evil.example"></a>')],
  ['a picture from elsewhere', svg('<image href="https://evil.example/a.png"/>')],
  ['a part from elsewhere', svg('<use href="https://evil.example/a.svg#b"/>')],
  ['an import', svg('<style>@import "//evil.example";</style>')],
  ['a fill from elsewhere', svg('<path fill="url(https://evil.example/a)"/>')],
  ['an address that is spelt with an entity', svg('<path style="fill:u&#114;l(//evil.example)"/>')],
  ['an animation', svg('<set attributeName="href" to="javascript:alert(1)"/>')],
  ['entities', Buffer.from('<!DOCTYPE svg [<!ENTITY x "y">]><svg></svg>')],
  ['something behind it', Buffer.concat([svg(''), Buffer.from('<script>alert(1)</script>')])],
  ['no end', Buffer.from('<svg><g></svg>')],
  ['a page for an SVG', Buffer.from('<html><svg></svg></html>')],
  ['a PNG that goes on', Buffer.concat([png, Buffer.from('<script>')])],
  ['a PNG that is cut short', png.subarray(0, 50)],
  ['a WebP that goes on', Buffer.concat([webp, Buffer.from('x')])],
  ['a GIF', Buffer.from('GIF89a')],
  ['too much', Buffer.alloc(64 * 1024 + 1)],
] as const)('a logo with %s is refused', ([, body]) => {
  expect(readLogo(body)).toBeTypeOf('string')
})
