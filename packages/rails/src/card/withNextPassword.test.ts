import { sameSignature, signRequest } from '@cambio/wire/partner/signature.ts'
import { expect, test } from 'vitest'
import {
  about,
  card,
  cardToken,
  clientKey,
  formIs,
  orderWithTransId,
  order,
  transId,
} from '../../testing/card/chargeRig.ts'
import { platformDouble, type ReceivedRequest } from '../../testing/platformDouble.ts'
import { cardPlatform } from './cardPlatform.ts'
import { hashFollowUp, hashSale, type Signer } from './hash.ts'
import { withNextPassword } from './withNextPassword.ts'

/* A merchant whose password the platform changes while the exchange runs. */

const passwords = { password: 'the one now', nextPassword: 'the next one' }

/** A platform that accepts one password, and refuses others as the protocol does. */
function platformOf(password: () => string) {
  return platformDouble((request) => {
    const signer: Signer = { password: password(), hash: 'md5' }
    if (request.path.startsWith('/fields/'))
      return isSigned(signer, request) ? formIs('complete') : { status: 401, json: { error: 'unsigned' } }
    const { action, hash } = request.form
    const expected =
      action === 'SALE'
        ? hashSale(signer, order.email, cardToken)
        : hashFollowUp(signer, order.email, request.form['trans_id'] ?? order.platformOrderId, card)
    if (hash !== expected) return wrongHash
    const status = action === 'CREDITVOID' ? { result: 'ACCEPTED' } : { result: 'SUCCESS', status: 'PENDING' }
    return { json: { action, ...about, ...status } }
  })
}

const wrongHash = {
  status: 400,
  json: {
    result: 'ERROR',
    error_code: 100000,
    error_message: 'Request data is invalid.',
    errors: [{ error_code: 100000, error_message: 'hash: Hash is not valid.' }],
  },
}

function isSigned({ password }: Signer, { path, headers, body }: ReceivedRequest): boolean {
  return sameSignature(signRequest(password, path, body), headers.get('api-signature') ?? '')
}

const railTo = (paymentUrl: string) =>
  withNextPassword(
    (password, passwordRefused) =>
      cardPlatform({
        password,
        passwordRefused,
        hash: 'md5',
        paymentUrl,
        clientKey,
        baseUrl: 'https://exchange.example',
      }),
    passwords,
  )

test('a charge whose signature is no longer accepted is made once, by the next password', async () => {
  let taken = passwords.password
  await using platform = await platformOf(() => taken)
  const rail = railTo(platform.url)
  expect(await rail.charge(order)).toMatchObject({ is: 'held', transId })
  taken = passwords.nextPassword
  const signer: Signer = { password: taken, hash: 'md5' }
  platform.requests.length = 0
  expect(await rail.charge(order)).toMatchObject({ is: 'held', transId })
  const sales = platform.requests.filter(({ form }) => form['action'] === 'SALE')
  expect(sales.map(({ form }) => form['hash'])).toEqual([hashSale(signer, order.email, cardToken)])
  expect(new Set(sales.map(({ form }) => form['order_id']))).toEqual(new Set([order.platformOrderId]))
})

test('every question is asked again by the next password, and by it alone from then on', async () => {
  await using platform = await platformOf(() => passwords.nextPassword)
  const rail = railTo(platform.url)
  expect(await rail.getPaymentStatus(orderWithTransId)).toMatchObject({ is: 'held' })
  expect(platform.requests).toHaveLength(2)
  expect(await rail.refund(orderWithTransId)).toBe('accepted')
  expect(await rail.fields('session-1')).toMatchObject({ is: 'complete' })
  expect(platform.requests).toHaveLength(4)
})

test('a request that neither password signs well is refused as with one password', async () => {
  await using platform = await platformOf(() => 'another')
  const rail = railTo(platform.url)
  expect(await rail.getPaymentStatus(orderWithTransId)).toMatchObject({ is: 'unknown' })
  await expect(rail.fields('session-1')).rejects.toMatchObject({ code: 'platform_unreachable' })
})
