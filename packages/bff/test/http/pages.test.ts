import { createHash } from 'node:crypto'
import { statement } from '@cambio/server/testing/postgres/testing.ts'
import type { Opening } from '@cambio/wire/widget/Opening.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { challenge, redirect, type Plan } from '../card/cardDouble.ts'
import { clientKey, ethAddress, merchantPassword, openRig, shop, type Reply, type Rig } from '../rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await openRig()
})
afterAll(() => rig.close())

const policyOf = ({ headers }: Reply) => headers.get('content-security-policy') ?? ''
const directive = (reply: Reply, name: string) =>
  policyOf(reply)
    .split('; ')
    .find((entry) => entry.startsWith(`${name} `))

/** What a page of the widget brings in its HTML. */
function broughtBy({ text }: Reply): Opening {
  const [, json = ''] = /<script type="application\/json" id="opening">(.*?)<\/script>/s.exec(text) ?? []
  return JSON.parse(json)
}

async function platformOrderIdOf(orderId: string): Promise<string> {
  const [row] = await rig.query<{ id: string }>(
    statement(
      'select platform_order_id as id from attempt where order_id = $1 order by number desc',
      orderId,
    ),
  )
  return row?.id ?? ''
}

/** Charges that a notice has come about and nobody has asked about yet. */
async function notices(): Promise<string[]> {
  const due = statement(`select reference from inbox where source = 'card' and due_at is not null`)
  return (await rig.query<{ reference: string }>(due)).map(({ reference }) => reference)
}

/** Places an order whose bank challenges the buyer. */
async function placeChallenged(returnTo: 'frame' | 'top' = 'frame', plan: Plan = 'challenged') {
  const order = await rig.placeOrder()
  const form = await rig.widget('POST', `${order.path}/fields`, {}, order.session)
  const session_id = String(form.at('session_id'))
  rig.card.fill(session_id, plan)
  const body = { session_id, challenge: returnTo }
  const charged = await rig.widget('POST', `${order.path}/charge`, body, order.session)
  const path = new URL(String(charged.at('order.attempt.challenge_url'))).pathname
  return { ...order, page: path, platformOrderId: await platformOrderIdOf(order.orderId) }
}

describe('the widget’s page', () => {
  test('the widget’s page may be framed by the partner’s origins alone, and runs nothing but its own files', async () => {
    const page = await rig.send('GET', `/w/${await rig.openRequest()}`)
    expect(page.status).toBe(200)
    expect(directive(page, 'frame-ancestors')).toBe('frame-ancestors http://shop.test')
    expect(directive(page, 'script-src')).toBe("script-src 'self'")
    expect(directive(page, 'default-src')).toBe("default-src 'none'")
    expect(directive(page, 'form-action')).toBe("form-action 'none'")
    expect(directive(page, 'frame-src')).toBe("frame-src 'self' http://exchange.test http://cards.test")
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    expect(page.headers.get('set-cookie')).toBeNull()
  })

  test('the widget’s page shows its partner and order status in HTML, for a browser without scripts', async () => {
    await rig.ensurePartner({ ...shop, name: 'Smith & <Sons>' })
    const request = await rig.send('GET', `/w/${await rig.openRequest()}`)
    expect(request.text).toContain('<strong>Smith &amp; &lt;Sons&gt;</strong> with Cambio')
    expect(request.text).toContain('There is no order here yet')
    const { entry, orderId } = await rig.placeOrder()
    const headers = { 'Accept-Language': 'de' }
    const order = await rig.send('GET', `/w/${entry}`, { headers })
    expect(order.text).toContain(`<h1>Ihre Bestellung ${orderId}</h1>`)
    expect(order.text).toContain('Sie wartet auf die Zahlung.')
    expect(order.text).toContain('<noscript>')
  })

  test('the widget’s page brings the view and a first price that is kept, and is an opening of its request', async () => {
    await rig.ensurePartner({ ...shop, name: 'Ends </script><!--' })
    const entry = await rig.openRequest({ partner_order_id: 'brought' })
    const page = await rig.send('GET', `/w/${entry}`)
    const { view, quote, at } = broughtBy(page)
    expect(at).toBe('2026-03-01T09:30:00.123Z')
    expect(view).toEqual((await rig.widget('GET', `/api/widget/${entry}`)).body)
    expect(quote).toMatchObject({ payin_amount: '50.00', payout_currency: 'ETH' })
    const kept = statement('select request_id from quote where id = $1', quote?.quote_id)
    expect(await rig.query(kept)).toEqual([{ request_id: entry }])
    const found = await rig.partner('GET', '/api/v2/partner/request/brought')
    expect(found.at('state')).toBe('opened')
  })

  test('the widget’s page is drawn as its address and its browser say, before any script', async () => {
    const address = `/w/${await rig.openRequest()}?locale=ar&appearance=dark&mode=modal`
    const sent = (destination: string) =>
      rig.send('GET', address, { headers: { 'Sec-Fetch-Dest': destination, 'Accept-Language': 'en' } })
    const framed = await sent('iframe')
    expect(framed.text).toContain('<html lang="ar" dir="rtl" data-closable data-appearance="dark">')
    expect(broughtBy(framed).words).toMatchObject({ tag: 'ar', messages: { continue: 'متابعة' } })
    expect(framed.text).toContain('<div class="drawn" hidden inert><main>drawn</main></div>')
    expect((await sent('document')).text).toContain(
      '<html lang="ar" dir="rtl" data-alone data-appearance="dark">',
    )
    const odd = await rig.send('GET', address.replace('dark', '%22%3E%3Cscript%3E'))
    expect(odd.text).toContain('<html lang="ar" dir="rtl" data-closable>')
  })

  test('the widget’s page brings no price where there is none, and nothing of a buyer’s', async () => {
    const { entry, path, session } = await rig.placeOrder()
    const expired = await rig.openRequest()
    expect((await rig.widget('GET', path, undefined, session)).at('order')).not.toBeNull()
    const placed = broughtBy(await rig.send('GET', `/w/${entry}`))
    expect(placed).toMatchObject({ quote: null, view: { state: 'used', order: null, buyer: null } })
    rig.pass(25 * 60 * 60_000)
    const over = broughtBy(await rig.send('GET', `/w/${expired}`))
    expect(over).toMatchObject({ quote: null, view: { state: 'expired' } })
    rig.pass(-25 * 60 * 60_000)
  })

  test('the widget’s page of a partner without origins is framed by the demo shop, in the sandbox', async () => {
    const plain = { apiKey: 'PLAIN', secret: 'plain-secret', callbackSecret: 'plain-callback' }
    await rig.ensurePartner({ ...plain, origins: [] })
    const opened = await rig.partner('POST', '/api/v2/partner/create_request', {}, { as: plain })
    const page = await rig.send('GET', `/w/${String(opened.at('request_id'))}`)
    expect(directive(page, 'frame-ancestors')).toBe('frame-ancestors http://demo.test')
  })

  test('the widget’s page does not exist for an id that nobody was given', async () => {
    for (const path of [
      '/w/nobody',
      '/o/AAAAA-BBBBBB?k=x',
      '/widget/assets/none.js',
      '/challenge/a/b',
      '/verification/x',
    ]) {
      const page = await rig.send('GET', path)
      expect([path, page.status]).toEqual([path, 404])
      expect(page.text).toMatch(/<p class="brand">Cambio<\/p>[^]+There is nothing at this address/)
      expect(directive(page, 'frame-ancestors')).toBe("frame-ancestors 'none'")
    }
  })

  test('the widget’s page never says of a payment that it was not made, when an address opens nothing', async () => {
    for (const path of ['/o/AAAAA-BBBBBB', '/w/nobody', `/paystatus/${clientKey}/nobody/`]) {
      const page = await rig.send('GET', path)
      expect(page.text).not.toContain('No money has moved')
      expect(page.text).toContain('This page cannot show whether a payment went through')
    }
  })

  test.each([
    [undefined, 'en', 'There is nothing at this address'],
    ['tlh, en-GB;q=0.8, de;q=0.5', 'en', 'There is nothing at this address'],
    ['fr-CH, en-GB;q=0.8', 'fr', 'Il n’y a rien à cette adresse'],
    ['ar', 'ar" dir="rtl', 'لا يوجد شيء في هذا العنوان'],
    ['de-AT, en;q=0.5', 'de', 'Unter dieser Adresse gibt es nichts'],
    ['de;q=0, *', 'en', 'There is nothing at this address'],
  ])(
    'the widget’s page of an unknown id tells a reader of %s in %s that there is nothing',
    async (accepted, language, heading) => {
      const headers = accepted === undefined ? undefined : { 'accept-language': accepted }
      const page = await rig.send('GET', '/w/nobody', headers && { headers })
      expect(page.text).toContain(`<html lang="${language}"`)
      expect(page.text).toContain(heading)
      expect(page.headers.get('vary')).toContain('Accept-Language')
    },
  )

  test('a missing page is answered with a page for a person, and with JSON for a program', async () => {
    const accept = 'text/html,application/xhtml+xml,*/*;q=0.8'
    const page = await rig.send('GET', '/nowhere', { headers: { accept } })
    expect(page.status).toBe(404)
    expect(page.text).toContain('There is nothing at this address')
    expect(page.headers.get('content-type')).toContain('text/html')
    for (const [path, headers] of [
      ['/nowhere', {}],
      ['/api/v2/nowhere', { accept }],
    ] as const) {
      const answer = await rig.send('GET', path, { headers })
      expect([path, answer.at('code')]).toEqual([path, 'route_unknown'])
    }
  })

  test.each([
    ['en', 'Thank you', 'Danke'],
    ['de', 'Zurück zu Ihrer Bestellung', 'Thank you'],
    ['uk', 'Назад до замовлення', 'Thank you'],
  ])(
    'the bank’s pages follow the reader’s language on the way there and back: %s',
    async (language, text, other) => {
      const order = await placeChallenged('top')
      const headers = { 'accept-language': language }
      const there = await rig.send('GET', order.page, { headers })
      const back = await rig.send('GET', `/paystatus/${clientKey}/${order.platformOrderId}/`, { headers })
      for (const page of [there, back]) expect(page.text).toContain(`<html lang="${language}" dir="`)
      expect(back.text).toContain(text)
      expect(back.text).not.toContain(other)
      expect(back.headers.get('vary')).toContain('Accept-Language')
    },
  )

  test('the widget’s page serves its assets for ever and nothing beside them', async () => {
    const asset = await rig.send('GET', '/widget/assets/main-abc.js')
    expect(asset.headers.get('cache-control')).toContain('immutable')
    for (const path of [
      '/widget/assets/..%2f..%2fpackage.json',
      '/widget/assets/../../package.json',
      '/widget/assets/%2e%2e/x',
    ])
      expect((await rig.send('GET', path)).status).toBe(404)
  })

  test('a page can pin the loader by its content, also that of a former release', async () => {
    const pin = (text: string) => createHash('sha384').update(text)
    const { body } = await rig.send('GET', '/embed/v1/manifest.json')
    const name = (text: string) => `/embed/v1/loader-${pin(text).digest('hex').slice(0, 16)}.js`
    expect(body).toEqual({
      src: `http://exchange.test${name('window.Cambio = {}')}`,
      integrity: `sha384-${pin('window.Cambio = {}').digest('base64')}`,
    })
    for (const text of ['window.Cambio = {}', 'window.Cambio = null']) {
      const pinned = await rig.send('GET', name(text))
      expect(pinned.text).toBe(text)
      expect(pinned.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      // Without it a browser does not check the hash of a script from another origin.
      expect(pinned.headers.get('access-control-allow-origin')).toBe('*')
    }
    expect((await rig.send('GET', name('another'))).status).toBe(404)
  })

  test('the widget’s page is reached by the pages of other sites only through the loader', async () => {
    const loader = await rig.send('GET', '/embed/v1/loader.js')
    expect(loader.headers.get('access-control-allow-origin')).toBe('*')
    expect(loader.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  })

  test('the loader is told in the language of the page’s reader what to say where no widget answers', async () => {
    const words = await rig.send('GET', '/embed/v1/words/pt-BR')
    expect(words.body).toMatchObject({
      lang: 'pt',
      open: 'Abrir num novo separador',
      request_unknown: expect.stringContaining('no widget request with this id'),
      origin_not_allowed: expect.stringMatching(/partner update … --origin$/),
    })
    expect(words.at('silent')).toMatch(/^A janela de pagamento não responde\. Se já pagou/)
    expect(words.headers.get('access-control-allow-origin')).toBe('*')
    expect((await rig.send('GET', '/embed/v1/words/tlh')).at('lang')).toBe('en')
  })
})

describe('the page that leads to the bank', () => {
  test('the page that leads to the bank sends what the platform said, byte for byte, into a frame of its own', async () => {
    const { page } = await placeChallenged()
    const reply = await rig.send('GET', page)
    const inputs = [...reply.text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)]
    expect(inputs.map(([, name, value]) => [unescapeHtml(name), unescapeHtml(value)])).toEqual([
      ['PaReq', 'a+b/=\n "&<é'],
      ['MD', '1'],
      ['nested[n]', '1.0'],
      ['nested[list][0]', 'x'],
      ['nested[list][1]', 'true'],
      ['nested[list][2]', ''],
    ])
    expect(reply.text).toContain(`action="${challenge.url}"`)
    expect(directive(reply, 'form-action')).toBe('form-action https: http://cards.test')
    expect(directive(reply, 'frame-ancestors')).toBe("frame-ancestors 'self' http://shop.test")
    expect(reply.text).toContain('<button>Continue to your bank</button>')
  })

  test('the page that leads to the bank takes the whole tab from the order’s page, and may not be framed then', async () => {
    const reply = await rig.send('GET', (await placeChallenged('top')).page)
    expect(reply.text).toContain('target="_self"')
    expect(directive(reply, 'frame-ancestors')).toBe("frame-ancestors 'none'")
  })

  test('the page that leads to the bank opens a plain address as it is: in the frame, or by a redirect of the tab', async () => {
    const framed = await rig.send('GET', (await placeChallenged('frame', 'redirected')).page)
    expect(framed.text).toContain(`src="${redirect.url.replaceAll('&', '&amp;')}"`)
    expect(framed.text).not.toContain('<form')
    const { page, entry } = await placeChallenged('top', 'redirected')
    const top = await rig.send('GET', page)
    expect([top.status, top.headers.get('location')]).toEqual([303, redirect.url])
    // Behind the # of this address a frame sends its session, which a redirect would take along to the bank.
    const signedIn = await rig.send('GET', `${page}?resume`)
    expect(signedIn.status).toBe(200)
    expect(signedIn.text).toContain(`data-request="${entry}"`)
  })

  test('the page that leads to the bank keeps the address’s query beside the parameters of a GET', async () => {
    const reply = await rig.send('GET', (await placeChallenged('top', 'resumed')).page)
    const inputs = [...reply.text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)]
    expect(inputs.map(([, name, value]) => [name, unescapeHtml(value)])).toEqual([
      ['session', 'a+b'],
      ['step', '1'],
      ['token', 't&1'],
    ])
  })

  test('the page that leads to the bank opens by its key alone', async () => {
    const { page } = await placeChallenged()
    expect((await rig.send('GET', `${page.slice(0, -1)}${page.endsWith('A') ? 'B' : 'A'}`)).status).toBe(404)
  })

  test('the page that leads to the bank has nothing to send once the bank has answered', async () => {
    const order = await placeChallenged()
    rig.card.becomes(order.platformOrderId, 'settled')
    await rig.send('POST', `/paystatus/${clientKey}/${order.platformOrderId}/`)
    await rig.work.tick()
    const reply = await rig.send('GET', order.page)
    expect(reply.text).not.toContain('PaReq')
  })
})

describe('the page that the bank sends the buyer back to', () => {
  test('the bank’s return page trusts nothing, asks the platform, and tells a waiting page to look again', async () => {
    const order = await placeChallenged()
    const path = `/paystatus/${clientKey}/${order.platformOrderId}/`
    for (const method of ['GET', 'POST']) {
      const reply = await rig.send(method, path, method === 'POST' ? { body: 'status=SETTLED&PaRes=Y' } : {})
      expect(reply.status).toBe(200)
      expect(directive(reply, 'frame-ancestors')).toBe("frame-ancestors 'self' http://shop.test")
      expect(reply.text).toContain('You may close this window')
    }
    expect(await notices()).toEqual([order.platformOrderId])
    await rig.work.tick()
    const view = await rig.widget('GET', order.path, undefined, order.session)
    expect(view.at('order.status')).toBe('processing')
    rig.card.becomes(order.platformOrderId, 'settled')
    await rig.send('GET', path)
    await rig.work.tick()
    const paid = await rig.widget('GET', order.path, undefined, order.session)
    expect(paid.at('order.status')).toBe('processing_payout')
  })

  test('the bank’s return page does not exist for another merchant or an unknown charge, and asks nothing', async () => {
    const order = await placeChallenged()
    const before = await notices()
    for (const path of [`/paystatus/${clientKey}/nobody/`, `/paystatus/other/${order.platformOrderId}/`])
      expect((await rig.send('POST', path)).status).toBe(404)
    expect(await notices()).toEqual(before)
  })
})

describe('a notice of the card platform', () => {
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const send = (fields: Record<string, string>) =>
    rig.send('POST', '/notices/card', { body: new URLSearchParams(fields).toString(), headers: form })

  /** MD5(UPPER(reverse(email) + password + trans_id + reverse(first6 + last4))). */
  async function signatureOf(orderId: string, transId: string): Promise<string> {
    const [row] = await rig.query<{ email: string }>(
      statement('select email from orders where id = $1', orderId),
    )
    const reverse = (text: string) => text.split('').toReversed().join('')
    const text = reverse(row?.email ?? '') + merchantPassword + transId + reverse('4111111111')
    return createHash('md5').update(text.toUpperCase()).digest('hex')
  }

  test('a notice is answered with OK once it is kept, and the platform is asked what it says', async () => {
    const order = await placeChallenged()
    const fields = { order_id: order.platformOrderId, trans_id: 't-1', status: 'SETTLED', result: 'SUCCESS' }
    const reply = await send({ ...fields, hash: await signatureOf(order.orderId, 't-1') })
    expect([reply.status, reply.text]).toEqual([200, 'OK'])
    expect(await notices()).toContain(order.platformOrderId)
    await rig.work.tick()
    const view = await rig.widget('GET', order.path, undefined, order.session)
    expect(view.at('order.status')).toBe('processing')
  })

  test('a notice with a wrong hash, or of an unknown charge, is answered with ERROR and not kept', async () => {
    await rig.work.tick()
    const order = await placeChallenged()
    const hash = await signatureOf(order.orderId, 't-1')
    const bad: readonly Record<string, string>[] = [
      { order_id: order.platformOrderId, trans_id: 't-2', hash },
      { order_id: order.platformOrderId, trans_id: 't-1', hash: 'f'.repeat(32) },
      { order_id: 'nobody', trans_id: 't-1', hash },
      { order_id: order.platformOrderId, trans_id: 't-1' },
      {},
    ]
    for (const fields of bad) {
      const reply = await send(fields)
      expect([reply.status, reply.text]).toEqual([400, 'ERROR'])
    }
    expect(await notices()).toEqual([])
  })
})

test('a page that was opened at a memo’s network asks for the memo', async () => {
  const entry = await rig.openRequest()
  const view = await rig.widget('GET', `/api/widget/${entry}`)
  expect(JSON.stringify(view.at('offer.payout'))).toContain('"memo":"dst_tag"')
  expect(view.at('fixed.dst_address')).toBe(ethAddress)
})

function unescapeHtml(text = ''): string {
  const names: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
  return text.replace(/&([a-z]+|#39);/g, (_, name: string) => names[name] ?? '')
}
