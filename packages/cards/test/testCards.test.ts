import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sealPaRes, type Decision } from '../src/sandbox/pages/PaRes.ts'
import { openRig, type Fields, type Reply, type Rig } from './rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await openRig()
})
afterAll(() => rig.close())

/** What a SALE is answered, and what the merchant is told once the buyer has approved. */
type Row = { card: Fields; first: string; notifications: readonly string[] }

const month = (card_exp_month: string, card_exp_year = '2038') => ({ card_exp_month, card_exp_year })
const captured = ['CAPTURE SUCCESS SETTLED']
const rows: readonly Row[] = [
  { card: month('01'), first: 'PENDING', notifications: captured },
  { card: month('02'), first: 'DECLINED', notifications: [] },
  { card: month('03'), first: 'PENDING', notifications: ['CAPTURE DECLINED PENDING'] },
  { card: month('05'), first: '3DS', notifications: ['SALE SUCCESS PENDING', ...captured] },
  { card: month('06'), first: '3DS', notifications: ['SALE DECLINED DECLINED'] },
  { card: month('12'), first: 'REDIRECT', notifications: ['SALE SUCCESS PENDING', ...captured] },
  { card: month('12', '2039'), first: 'REDIRECT', notifications: ['SALE DECLINED DECLINED'] },
]

let count = 0

describe.each(rows.map((row, index) => ({ ...row, number: index + 1 })))(
  'test card $number',
  ({ card, first, notifications }) => {
    async function sold(): Promise<Reply> {
      rig.inbox.length = 0
      const sale = await rig.sale({ ...card, order_id: `life-${(count += 1)}` })
      expect(sale).toMatchObject({
        status: 200,
        body: { status: first, card: '411111******1111', card_brand: 'Visa' },
      })
      return sale
    }

    test('a test card tells the merchant every end that no answer said, once', async () => {
      const sale = await sold()
      if (sale.body['redirect_url']) await comeBack(sale)
      await untilQuiet()
      expect(notificationsSoFar()).toEqual(notifications)
    })

    test('a test card tells the merchant of a buyer who never came back', async () => {
      const sale = await sold()
      await untilQuiet()
      expect(notificationsSoFar()).toEqual(
        sale.body['redirect_url'] ? ['SALE DECLINED DECLINED'] : notifications,
      )
    })
  },
)

test('any other card is declined in the sandbox, an expired card as expired', async () => {
  const other = await rig.sale({ order_id: 'other', card_number: '5555555555554444' })
  expect(other.body).toMatchObject({ result: 'DECLINED', decline_reason: 'Declined by processing' })
  const over = await rig.sale({ order_id: 'over', ...month('01', '2026') })
  expect(over.body).toMatchObject({ result: 'DECLINED', decline_reason: 'Expired card' })
})

describe.each<Decision>(['decline', 'cancel'])('a buyer who chooses %s', (decision) => {
  test.each(['05', '12'])(
    'a buyer who does not pass the challenge is declined, whatever the card (%s)',
    async (exp) => {
      const sale = await rig.sale({ ...month(exp), order_id: `life-${(count += 1)}` })
      await comeBack(sale, decision)
      const { body } = await rig.followUp('GET_TRANS_STATUS', sale.body.trans_id)
      expect(body).toMatchObject({ status: 'DECLINED', decline_reason: '3-D Secure authentication failed' })
      expect(body['canceled_by_payer']).toBe(decision === 'cancel' ? true : undefined)
    },
  )
})

test('a browser that comes back proves nothing by itself', async () => {
  const sale = await rig.sale({ ...month('05'), order_id: 'forged' })
  const { MD, TermUrl } = sale.body['redirect_params'] as Fields
  const forged = new URLSearchParams({ MD: MD ?? '', PaRes: `approve.${'A'.repeat(43)}` })
  const page = await rig.app.request(TermUrl ?? '', { method: 'POST', body: forged })
  expect(page.status).toBe(200)
  expect((await rig.followUp('GET_TRANS_STATUS', sale.body.trans_id)).body['status']).toBe('3DS')
  const stray = await rig.app.request(`${TermUrl?.slice(0, -1)}x`, { method: 'POST', body: forged })
  expect(stray.status).toBe(404)
})

test('the browser is sent on in the context that the merchant named, its address escaped', async () => {
  const back = { term_url_3ds: `https://shop.example/back?a=1&b="><script>`, term_url_target: 'pay"frame' }
  const sale = await rig.sale({ ...month('05'), order_id: 'escaped', ...back })
  const page = await (await comeBack(sale)).text()
  expect(page).toContain(
    'href="https://shop.example/back?a=1&amp;b=&quot;&gt;&lt;script&gt;" target="pay&quot;frame"',
  )
  expect(page).toContain('<script src="/verify/return.js">')
  const own = await rig.sale({ ...month('05'), order_id: 'itself', term_url_target: '_self' })
  const itself = await (await comeBack(own)).text()
  expect(itself).toContain('<meta http-equiv="refresh" content="0; url=https://exchange.example/paystatus/')
  expect(itself).not.toContain('<script')
})

async function comeBack(sale: Reply, decision: Decision = 'approve'): Promise<Response> {
  const id = sale.body.trans_id
  const termUrl = `/verify/3ds/${id}/${rig.platform.keys.challengeSecret('term', id)}`
  const body = new URLSearchParams({ MD: id, PaRes: sealPaRes(rig.platform.keys.sandboxBank, id, decision) })
  return rig.app.request(termUrl, { method: 'POST', body })
}

/** Lets the capture delay and the time for a challenge pass. */
async function untilQuiet(): Promise<void> {
  await rig.settle()
  rig.pass(1000)
  await rig.settle()
  rig.pass(30 * 60_000)
  await rig.settle()
}

function notificationsSoFar(): string[] {
  return rig.inbox.map(({ action, result, status }) => [action, result, status].join(' '))
}
