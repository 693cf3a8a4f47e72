import { expect, test } from 'vitest'
import { isPublicAddress } from './publicAddress.ts'

test.for([
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '2001:200::1',
  '2001:4860:4860::8888',
  '2606:4700:4700::1111',
  '2a00:1450:4001::1',
])('%s is on the public internet', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

test.for(['', 'localhost', '1.1.1', '127.1', '[2001:4860:4860::8888]', '2606:4700::/32', 'fe80::1%eth0'])(
  '"%s" is not on the public internet',
  (address) => {
    expect(isPublicAddress(address)).toBe(false)
  },
)
