import { describe, expect, test } from 'vitest'
import {
  requestText,
  sameSignature,
  signCallback,
  signRequest,
  signRequestV2,
  signWebhook,
} from './signature.ts'

const body = '{"partner_order_id":"xxxxx-xxxxx-xxxx1"}'
const posted = '20uRwx20Jaukqe86IB1tZO4MeeJ8C9pjCLUjF5Z4kSi+IBDaKyVn9qIwCwLns/m6JrIpWEDQ1Bgu8NFwNiy9Ng=='
const fetched = '7+wa/0bCM/f69nzRmDEDVyN92rBmE1GjvmqjpWItdlXjJcMbKcAcuNf6miVqAIl/PC45UkWX0d2tOvKdQajOgw=='
const called = 'hhBzcm5RuR7AG1e6zVAQOQla4lOzVAyib7Mo6yYDnfKW8GPdgLYFpbEVq/C5jq6GbRY1qPcTrcLFdrtI0n9IQw=='

describe('signatures', () => {
  test('signatures match the published vectors', () => {
    expect(signRequest('test_secret', '/api/v1/partner/order', body)).toBe(posted)
    expect(signRequest('test_secret', '/api/v2/partner/healthcheck', '')).toBe(fetched)
    expect(signCallback('xxxxxxxx', body)).toBe(called)
  })

  test('signatures of version 2 cover method, query, time and body', () => {
    const request = { method: 'POST', target: '/api/v2/partner/x?a=%20b', body, timestamp: '1772366400' }
    const digest = 'ee850f69a290da1f92afba1734d43c5ce26efa3f139425925a6efad77e6256e4'
    expect(requestText(request)).toBe(`1772366400\nPOST\n/api/v2/partner/x?a=%20b\n${digest}`)
    const signature = signRequestV2('test_secret', request)
    expect(signature).toBe(
      'qXl/NZr1QScw+87vbWnf7MeuvzupzIR+G1DUYA7mcWiUhM7z8kqVm2bWiqeh18wUbt4hQIQg9Gg31TuN9zl5ng==',
    )
    for (const change of [
      { method: 'GET' },
      { target: '/api/v2/partner/x' },
      { body: '' },
      { timestamp: '1' },
    ])
      expect(signRequestV2('test_secret', { ...request, ...change })).not.toBe(signature)
  })

  test('signatures put a timestamp in front of the path', () => {
    expect(signRequest('s', '/p', 'b', '1700000000')).toBe(signRequest('s', '1700000000/p', 'b'))
  })

  test('signatures are compared without their padding, and without ignoring anything else', () => {
    expect(sameSignature(posted, posted.replace(/=+$/, ''))).toBe(true)
    expect(sameSignature(posted, `${posted}====`)).toBe(true)
    expect(sameSignature(posted, posted.toLowerCase())).toBe(false)
    expect(sameSignature(posted, posted.slice(0, -3))).toBe(false)
    expect(sameSignature(posted, '')).toBe(false)
  })

  test('signatures of a webhook cover id, timestamp and body', () => {
    const signature = signWebhook('key', 'msg_1', '1700000000', '{}')
    expect(signature).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/)
    expect(signWebhook('key', 'msg_1', '1700000001', '{}')).not.toBe(signature)
    expect(signWebhook('key', 'msg_2', '1700000000', '{}')).not.toBe(signature)
  })
})
