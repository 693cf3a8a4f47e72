import { describe, expect, it } from 'vitest'
import { sameSignature, signCallback, signRequest, signWebhook } from './signature.ts'

const body = '{"partner_order_id":"xxxxx-xxxxx-xxxx1"}'
const posted = '20uRwx20Jaukqe86IB1tZO4MeeJ8C9pjCLUjF5Z4kSi+IBDaKyVn9qIwCwLns/m6JrIpWEDQ1Bgu8NFwNiy9Ng=='
const fetched = '7+wa/0bCM/f69nzRmDEDVyN92rBmE1GjvmqjpWItdlXjJcMbKcAcuNf6miVqAIl/PC45UkWX0d2tOvKdQajOgw=='
const called = 'hhBzcm5RuR7AG1e6zVAQOQla4lOzVAyib7Mo6yYDnfKW8GPdgLYFpbEVq/C5jq6GbRY1qPcTrcLFdrtI0n9IQw=='

describe('signatures', () => {
  it('gives the published vectors', () => {
    expect(signRequest('test_secret', '/api/v1/partner/order', body)).toBe(posted)
    expect(signRequest('test_secret', '/api/v2/partner/healthcheck', '')).toBe(fetched)
    expect(signCallback('xxxxxxxx', body)).toBe(called)
  })

  it('puts a timestamp in front of the path', () => {
    expect(signRequest('s', '/p', 'b', '1700000000')).toBe(signRequest('s', '1700000000/p', 'b'))
  })

  it('ignores padding when comparing, and nothing else', () => {
    expect(sameSignature(posted, posted.replace(/=+$/, ''))).toBe(true)
    expect(sameSignature(posted, `${posted}====`)).toBe(true)
    expect(sameSignature(posted, posted.toLowerCase())).toBe(false)
    expect(sameSignature(posted, posted.slice(0, -3))).toBe(false)
    expect(sameSignature(posted, '')).toBe(false)
  })

  it('signs a webhook over id, timestamp and body', () => {
    const signature = signWebhook('key', 'msg_1', '1700000000', '{}')
    expect(signature).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/)
    expect(signWebhook('key', 'msg_1', '1700000001', '{}')).not.toBe(signature)
    expect(signWebhook('key', 'msg_2', '1700000000', '{}')).not.toBe(signature)
  })
})
