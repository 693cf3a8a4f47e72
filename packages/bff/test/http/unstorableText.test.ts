import { contract } from '@cambio/wire/http/contract.ts'
import type { Route } from '@cambio/wire/http/route.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientKey, ethAddress, openRig, type Reply, type Rig } from '../rig.ts'

let rig: Rig
let entry: string
let session: string
beforeAll(async () => {
  rig = await openRig()
  entry = await rig.openRequest()
  session = await rig.buyerAt(entry, 'wild@example.com')
})
afterAll(() => rig.close())

const priced = {
  payin_currency: 'EUR',
  payin_amount: '100',
  payin_group: 'card',
  payout_currency: 'ETH',
  payout_group: 'crypto',
}
const terms = { partner_order_id: 'wild', ...priced }
const destination = { dst_address: ethAddress, memo: 'm' }

/** A body of each route with its text fields filled in, so that what is bent in it stands alone. */
const bodies: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'public.fee': terms,
  'publicV1.fee': terms,
  'partnerV1.fee': terms,
  'partnerV1.order': { partner_order_id: 'wild' },
  'partner.fee': { ...terms, client_external_id: 'c', client_ip: '192.0.2.7', remote_country: 'DE' },
  'partner.requirements': {
    ...priced,
    ...destination,
    client_external_id: 'c',
    remote_country: 'DE',
  },
  'partner.createRequest': {
    challenge: 'frame',
    ...terms,
    dst_address: ethAddress,
    http_return_success: 'https://shop.test/',
    http_return_failed: 'https://shop.test/',
  },
  'partner.createOrder': {
    ...terms,
    ...destination,
    purchase_currency: 'EUR',
    purchase_amount: '1',
    client_email: 'a@example.com',
    coupon: 'c',
    client_ip: '192.0.2.7',
    remote_country: 'DE',
  },
  'partner.confirmOrder': { uuid: 'u', code: '000000' },
  'shopPlugin.purchaseUrl': {
    plugin_name: 'woocommerce',
    partner_order_id: 'wild',
    purchase_currency: 'EUR',
    purchase_amount: '25',
    client_email: 'a@example.com',
    website: 'https://shop.test/',
  },
  'partnerClient.register': {
    client_external_id: 'wild-client',
    email: 'wild@example.com',
    password: 'a password',
    phone: '+49 30 123456',
    first_name: 'A',
    last_name: 'B',
    birth_date: '1990-12-10',
    gender: 'female',
    country: 'DE',
    client_ip: '192.0.2.7',
    remote_country: 'DE',
  },
  'partnerClient.login': {
    email: 'nobody@example.com',
    password: 'a password',
    client_ip: '192.0.2.7',
    remote_country: 'DE',
  },
  'partnerClient.update': { email: 'wild@example.com', phone: '+49 30 123456' },
  'partnerClient.updateByPost': { email: 'wild@example.com', phone: '+49 30 123456' },
  'partnerClient.setPassword': { password: 'a password' },
  'partnerClient.passwordCode': { email: 'wild@example.com', client_ip: '192.0.2.7', locale: 'de-AT' },
  'partnerClient.resetPassword': { email: 'wild@example.com', code: '000000', password: 'a password' },
  'partnerClient.sendMessage': {
    phone: '+49 30 123456',
    channel: 'whatsapp',
    sms_text: 'a',
    whatsapp_template: 'a',
    whatsapp_params: '{}',
  },
  'partnerClient.checkVerification': { external_id: 'wild-client', share_token: 'token' },
  'partnerAccount.changeAccount': {},
  'partnerAccount.rotateCredentials': { which: 'secret', overlap_hours: '1' },
  'partnerAccount.addEndpoint': { url: 'https://wild.example/callbacks', description: 'a' },
  'partnerAccount.changeEndpoint': { url: 'https://wild.example/callbacks', description: 'a', state: 'on' },
  'partnerAccount.rotateEndpoint': { overlap_hours: '1' },
  'partnerAccount.resendDeliveries': { from: '1', until: '2', state: 'any' },
  'client.openSession': { ts: 'unknown' },
  'client.changePassword': { current: 'a password', new: 'another password' },
  'client.createOrder': { ...priced, ...destination, coupon: 'c' },
  'client.fee': priced,
  'client.confirmOrder': { uuid: 'u', code: '000000' },
  'widget.quote': { ...priced, coupon: 'c' },
  'widget.address': { currency: 'ETH', payout_group: 'crypto', ...destination },
  'widget.draft': { step: 'card', ...priced, ...destination, coupon: 'c' },
  'widget.code': { email: 'a@example.com', locale: 'de-AT' },
  'widget.session': { email: 'a@example.com', code: '000000' },
  'widget.deviceSession': { device_key: 'k' },
  'widget.forget': { card_id: 'c', device_id: 'd' },
  'widget.payer': {
    first_name: 'A',
    last_name: 'B',
    birth_date: '1990-12-10',
    country: 'DE',
    state: 'B',
    city: 'B',
    address: 'S',
    postal_code: '1',
    phone: '+49 30 123456',
  },
  'widget.place': { quote_id: 'q', ...destination },
  'widget.price': { answer: 'accept' },
  'widget.refundCode': { locale: 'de' },
  'widget.refundAddress': { address: ethAddress, code: '000000' },
  'widget.confirm': { code: '000000' },
  'widget.fields': { locale: 'de', saved_card: 'c' },
  'widget.charge': { session_id: 's', challenge: 'frame' },
}

const routes = Object.entries<Readonly<Record<string, Route>>>(contract).flatMap(([group, members]) =>
  Object.entries(members).map(([name, route]) => ({ name: `${group}.${name}`, route })),
)
const fields = routes.flatMap(({ name, route }) =>
  Object.keys(bodies[name] ?? {}).map((field) => ({ name, route, field })),
)
const filled = (route: Route, name: string, value: string) =>
  route.path
    .replace(`{${name}}`, value)
    .replace('{entry}', entry)
    .replace('{direction}', 'payin')
    .replace('{partner_order_id}', 'nobody')
    .replace('{client_external_id}', 'nobody')
    .replace('{client_order_id}', 'nobody')
    .replace('{endpoint_id}', 'nobody')
    .replace('{delivery_id}', 'nobody')
    .replace('{provider}', 'sandbox')
    .replace('{method}', 'Visa')
    .replace('{name}', 'BTC-EUR')

function send(route: Route, path: string, body?: object): Promise<Reply> {
  return route.caller === 'partner'
    ? rig.partner(route.method, path, body)
    : rig.widget(route.method, path, body, session)
}

/** Any UTF-16 there is, halves of pairs and control characters more often than not. */
const anyText = fc
  .array(fc.oneof(fc.constantFrom(0, 0xd800, 0xdfff, 0x27, 0x5c, 0xfeff), fc.nat({ max: 0xffff })), {
    minLength: 1,
    maxLength: 12,
  })
  .map((units) => String.fromCharCode(...units))
const isText = (text: string) => text.isWellFormed() && !text.includes('\0')
const runs = { numRuns: 5, seed: 5 }

describe('text that no database keeps', () => {
  test('text that no database keeps fills every text field that any route takes', () => {
    for (const { name, route } of routes)
      if (route.body) {
        const withoutText = new Set([
          'free_first',
          'is_floating_rate',
          'email_verified',
          'phone_verified',
          'limit_first',
          'remember',
          'price_tolerance_bps',
          'metadata',
          'credential',
          'events',
          'origins',
          'theme',
          'logo',
          'logo_dark',
        ])
        const others = Object.keys(route.body.shape).filter(
          (field) => !/^payout_amount|_default$/.test(field),
        )
        expect([name, Object.keys(bodies[name] ?? {}).toSorted()]).toEqual([
          name,
          others.filter((field) => !withoutText.has(field)).toSorted(),
        ])
      }
  })

  for (const { name, route, field } of fields)
    test(`text that no database keeps is refused in ${field} of ${name} by its pointer, and other text is answered`, async () => {
      const bent = async (text: string) =>
        send(route, filled(route, '', ''), { ...bodies[name], [field]: text })
      for (const text of ['\0', 'a\0', '\ud800', 'a\udfff']) {
        const reply = await bent(text)
        expect([reply.status, reply.at('code')]).toEqual([400, 'validation_failed'])
        expect(reply.at('errors')).toEqual([
          { pointer: `/${field}`, code: 'validation_failed', detail: expect.any(String) },
        ])
      }
      await fc.assert(
        fc.asyncProperty(anyText, async (text) => {
          const reply = await bent(text)
          expect(reply.status).toBeLessThan(isText(text) ? 500 : 401)
        }),
        runs,
      )
    })

  for (const { name, route } of routes)
    for (const param of Object.keys(route.params?.shape ?? {}))
      test(`text that no database keeps is refused in {${param}} of ${name}`, async () => {
        for (const text of ['%00', 'a%00', '%ff', '%ed%a0%80', '%e2%82', 'a%']) {
          const reply = await send(route, filled(route, param, text), route.body && {})
          expect([400, 404]).toContain(reply.status)
        }
      })

  test('text that no database keeps is nowhere among our pages', async () => {
    for (const text of ['%00', `${'A'.repeat(27)}%00`, '%ff', '%ed%a0%80', 'a%'])
      for (const path of [
        `/w/${text}`,
        `/o/${text}?k=x`,
        `/o/ABCDE-123456?k=${text}`,
        `/challenge/${text}/x`,
        `/challenge/ABCDE-123456/${text}`,
        `/paystatus/${clientKey}/${text}/`,
        `/paystatus/${clientKey}/${text}`,
        `/paystatus/${text}/x/`,
        `/verification/${text}`,
        `/widget/assets/${text}`,
      ]) {
        const page = await rig.send('GET', path)
        expect([path, page.status]).toEqual([path, 404])
        expect(page.text).toContain('There is nothing at this address')
      }
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const decided = await rig.send('POST', '/verification/%00', { body: 'decision=approve', headers: form })
    expect(decided.status).toBe(404)
    const body = `order_id=%00&trans_id=t&hash=${'a'.repeat(32)}`
    expect((await rig.send('POST', '/notices/card', { body, headers: form })).status).toBe(400)
  })
})
