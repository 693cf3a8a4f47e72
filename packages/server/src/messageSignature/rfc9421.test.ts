import { createPublicKey } from 'node:crypto'
import { parseDictionary, type InnerList } from 'structured-headers'
import { describe, expect, test } from 'vitest'
import { isSignature } from './checkMessage.ts'
import { fitsBody } from './contentDigest.ts'
import { signatureBase } from './signatureBase.ts'

describe('the vectors of RFC 9421, appendix B', () => {
  const body = Buffer.from('{"hello": "world"}')
  const message = {
    method: 'POST',
    url: new URL('https://example.com/foo?param=Value&Pet=dog'),
    headers: new Headers({
      date: 'Tue, 20 Apr 2021 02:07:55 GMT',
      'content-type': 'application/json',
      'content-length': '18',
    }),
  }
  const covered = (input: string) => parseDictionary(`sig=${input}`).get('sig') as InnerList
  const signature = (text: string) => Buffer.from(text, 'base64')

  test('B.2.5, hmac-sha256', () => {
    const base = signatureBase(
      covered('("date" "@authority" "content-type");created=1618884473;keyid="test-shared-secret"'),
      message,
    )
    expect(base).toBe(
      [
        '"date": Tue, 20 Apr 2021 02:07:55 GMT',
        '"@authority": example.com',
        '"content-type": application/json',
        '"@signature-params": ("date" "@authority" "content-type");created=1618884473;keyid="test-shared-secret"',
      ].join('\n'),
    )
    const secret = signature(
      'uzvJfB4u3N0Jy4T7NZ75MDVcr8zSTInedJtkgcu46YW4XByzNJjxBdtjUkdJPBtbmHhIDi6pcl8jsasjlTMtDQ==',
    )
    const key = { algorithm: 'hmac-sha256', secret } as const
    const right = signature('pxcQw6G3AjtMBQjwo8XzkZf/bws5LelbaMk5rGIGtE8=')
    expect(isSignature(key, base ?? '', right)).toBe(true)
    expect(isSignature(key, `${base}.`, right)).toBe(false)
    expect(isSignature(key, base ?? '', right.subarray(1))).toBe(false)
  })

  test('B.2.6, ed25519', () => {
    const base = signatureBase(
      covered(
        '("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473;keyid="test-key-ed25519"',
      ),
      message,
    )
    const publicKey = createPublicKey({
      key: signature('MCowBQYDK2VwAyEAJrQLj5P/89iXES9+vFgrIy29clF9CC/oPPsw3c5D0bs='),
      format: 'der',
      type: 'spki',
    })
    const key = { algorithm: 'ed25519', publicKey } as const
    const right = signature(
      'wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==',
    )
    expect(isSignature(key, base ?? '', right)).toBe(true)
    expect(isSignature(key, `${base}.`, right)).toBe(false)
  })

  test.each([
    ['@method', 'POST'],
    ['@target-uri', 'https://example.com/foo?param=Value&Pet=dog'],
    ['@authority', 'example.com'],
    ['@scheme', 'https'],
    ['@request-target', '/foo?param=Value&Pet=dog'],
    ['@path', '/foo'],
    ['@query', '?param=Value&Pet=dog'],
  ])('2.2, %s', (name, value) => {
    expect(signatureBase(covered(`("${name}")`), message)).toBe(
      `"${name}": ${value}\n"@signature-params": ("${name}")`,
    )
  })

  test.each([
    '("@status")',
    '("x-missing")',
    '("Date")',
    '("date" "date")',
    '("date";sf)',
    '("@query-param";name="Pet")',
    '(1)',
  ])('a missing component makes no text: %s', (input) => {
    expect(signatureBase(covered(input), message)).toBeUndefined()
  })

  test('of the digests of a body (RFC 9530) each known one has to match, and one has to be known', () => {
    const sha256 = 'sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:'
    const sha512 =
      'sha-512=:WZDPaVn/7XgHaAy8pmojAkGWoRx2UFChF41A2svX+TaPm+AbwAgBWnrIiYllu7BNNyealdVLvRwEmTHWXvJwew==:'
    const other = 'sha-256=:RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=:'
    const fits = [sha256, sha512, `${sha512}, ${sha256}`, `md5=:AAAA:, ${sha512}`]
    const not = [other, `${sha512}, ${other}`, 'md5=:AAAA:', '', 'sha-256=1', 'sha-256=::']
    expect(fits.map((field) => fitsBody(field, body))).toEqual(fits.map(() => true))
    expect(not.map((field) => fitsBody(field, body))).toEqual(not.map(() => false))
    expect(fitsBody(other, Buffer.from('{"hello": "world"}\n'))).toBe(true)
  })
})
