import { trialBalance } from '@cambio/server/postgres/Ledger.ts'
import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { describe, expect, test } from 'vitest'
import { rememberSentOperation, type SentOperation } from '../../src/acquirers/upstream/sentOperations.ts'
import type { Decision } from '../../src/sandbox/pages/PaRes.ts'
import { record } from '../../src/transaction/record.ts'
import type { Fields, Reply } from '../rig.ts'
import { walletFields } from '../walletFields.ts'
import { openChain, useChain, type Chain } from './chain.ts'

let chain: Chain
useChain((opened) => void (chain = opened))

let count = 0
const sell = (fields: Fields = {}) => chain.front.sale({ order_id: `chain-${(count += 1)}`, ...fields })
const exp = (card_exp_month: string, card_exp_year = '2038') => ({ card_exp_month, card_exp_year })

const MINUTE = 60_000

/** A payment that is captured at both. */
async function settled(fields: Fields = {}): Promise<Reply> {
  const sale = await sell(fields)
  await chain.pass(1000)
  expect(await chain.statusOf(sale)).toBe('SETTLED')
  return sale
}

const refund = (sale: Reply, amount?: string) =>
  chain.front.followUp('CREDITVOID', sale.body.trans_id, amount === undefined ? {} : { amount })

const notificationsOf = (sale: Reply) =>
  chain.front.inbox
    .filter(({ trans_id }) => trans_id === sale.body.trans_id)
    .map(({ action, result, status }) => [action, result, status].join(' ').trim())

type Row = {
  name: string
  card: Fields
  first: string
  end: string
  behind: string
  notifications: readonly string[]
}

const rows: readonly Row[] = [
  {
    name: 'success',
    card: exp('01'),
    first: 'PENDING',
    end: 'SETTLED',
    behind: 'SETTLED',
    notifications: ['CAPTURE SUCCESS SETTLED'],
  },
  {
    name: 'declined',
    card: exp('02'),
    first: 'DECLINED',
    end: 'DECLINED',
    behind: 'DECLINED',
    notifications: [],
  },
  {
    name: 'capture fails',
    card: exp('03'),
    first: 'PENDING',
    end: 'PENDING',
    behind: 'PENDING',
    notifications: ['CAPTURE DECLINED PENDING'],
  },
  {
    name: '3-D Secure success',
    card: exp('05'),
    first: '3DS',
    end: 'SETTLED',
    behind: 'SETTLED',
    notifications: ['SALE SUCCESS PENDING', 'CAPTURE SUCCESS SETTLED'],
  },
  {
    name: '3-D Secure declined',
    card: exp('06'),
    first: '3DS',
    end: 'DECLINED',
    behind: 'DECLINED',
    notifications: ['SALE DECLINED DECLINED'],
  },
  {
    name: 'redirect success',
    card: exp('12'),
    first: 'REDIRECT',
    end: 'SETTLED',
    behind: 'SETTLED',
    notifications: ['SALE SUCCESS PENDING', 'CAPTURE SUCCESS SETTLED'],
  },
  {
    name: 'redirect declined',
    card: exp('12', '2039'),
    first: 'REDIRECT',
    end: 'DECLINED',
    behind: 'DECLINED',
    notifications: ['SALE DECLINED DECLINED'],
  },
]

describe.each(rows)('test card $name, through two platforms', (row) => {
  test.each(['buyer first', 'notice first', 'lost answer'] as const)(
    'a payment through two platforms comes to its end: %s',
    async (order) => {
      if (order === 'lost answer') chain.line.lose('SALE', 'after')
      const sale = await sell(row.card)
      expect(sale.body['status']).toBe(order === 'lost answer' ? 'PREPARE' : row.first)
      if (order === 'lost answer') await chain.pass(5_000)
      if (row.first === '3DS' || row.first === 'REDIRECT') {
        // Where the buyer goes stands in the SALE's answer, or in the status when that answer was lost.
        const where = await chain.front.followUp('GET_TRANS_STATUS', sale.body.trans_id)
        expect(where.body['status']).toBe(row.first)
        if (order === 'notice first') chain.line.lose('GET_TRANS_DETAILS', 'before')
        await chain.comeBack(where)
        await chain.settle()
      }
      await chain.pass(1000)
      await chain.pass(MINUTE)
      expect(await chain.statusOf(sale)).toBe(row.end)
      expect((await chain.behind(sale))?.status).toBe(row.behind)
      const unknownAtFirst =
        order === 'lost answer' && row.first === 'PENDING' ? ['SALE SUCCESS PENDING'] : []
      const declinedLater =
        order === 'lost answer' && row.first === 'DECLINED' ? ['SALE DECLINED DECLINED'] : []
      expect(notificationsOf(sale)).toEqual([...unknownAtFirst, ...declinedLater, ...row.notifications])
    },
  )
})

test('a network token is handed on as it came, for the platform behind to check', async () => {
  const sale = await sell(walletFields())
  expect(sale.body).toMatchObject({ result: 'SUCCESS', status: 'PENDING', card: '489537******3478' })
  const rows = await chain.back.owner.query<object>(
    statement('select mask, wallet, by_token from transaction order by created_at desc, id limit 1'),
  )
  expect(rows).toEqual([{ mask: '489537******3478', wallet: 'apple_pay', by_token: false }])
})

test.each<Decision>(['decline', 'cancel'])(
  'a buyer who chooses to %s is declined at both',
  async (decision) => {
    const sale = await sell(exp('05'))
    await chain.comeBack(sale, decision)
    expect(await chain.statusOf(sale)).toBe('DECLINED')
    expect((await chain.behind(sale))?.status).toBe('DECLINED')
  },
)

test('a buyer who never comes back is declined at both after half an hour', async () => {
  const sale = await sell(exp('05'))
  await chain.pass(30 * MINUTE)
  await chain.pass(MINUTE)
  expect(await chain.statusOf(sale)).toBe('DECLINED')
  expect((await chain.behind(sale))?.status).toBe('DECLINED')
})

describe('a SALE', () => {
  test('a SALE that got lost on its way is declined, and nothing is held', async () => {
    chain.line.lose('SALE', 'before')
    const sale = await sell()
    expect(sale.body['status']).toBe('PREPARE')
    await chain.pass(6 * MINUTE)
    expect(await chain.statusOf(sale)).toBe('DECLINED')
    expect(await chain.behind(sale)).toBeUndefined()
  })

  test('a SALE that arrives after it was given up is found by the notice or an hour later, and released', async () => {
    chain.line.lose('SALE', 'late')
    const sale = await sell()
    await chain.pass(6 * MINUTE)
    expect(await chain.statusOf(sale)).toBe('DECLINED')
    await chain.line.deliverLate()
    expect((await chain.behind(sale))?.status).toBe('PENDING')
    await chain.pass(60 * MINUTE)
    await chain.settle()
    expect((await chain.behind(sale))?.status).toBe('REVERSAL')
    expect(await chain.statusOf(sale)).toBe('DECLINED')
  })

  test.each(['JPY', 'KWD'])('a SALE in %s keeps its amount to the last unit', async (order_currency) => {
    const order_amount = order_currency === 'JPY' ? '1001' : '1.001'
    const sale = await settled({ order_currency, order_amount })
    expect((await chain.behind(sale))?.lines).toContain(`CAPTURE success ${order_amount}`)
  })

  test('a SALE is signed by SHA-256 where the account is set to it', async () => {
    const other = await openChain('sha256')
    try {
      const sale = await other.front.sale({ order_id: 'sha256' })
      await other.pass(1000)
      expect(await other.statusOf(sale)).toBe('SETTLED')
      await other.front.followUp('CREDITVOID', sale.body.trans_id)
      await other.settle()
      expect(await other.statusOf(sale)).toBe('REFUND')
    } finally {
      await other.close()
    }
  })
})

describe('a capture', () => {
  test('a capture takes a part, and the rest of the hold is released', async () => {
    await chain.front.saveMerchant({ captureDelayMs: null })
    const sale = await sell()
    await chain.front.saveMerchant({ captureDelayMs: 1000 })
    const answer = await chain.front.followUp('CAPTURE', sale.body.trans_id, { amount: '40.00' })
    expect(answer.body).toMatchObject({ result: 'SUCCESS', status: 'SETTLED', amount: '40.00' })
    expect((await chain.behind(sale))?.lines).toContain('CAPTURE success 40.00')
  })

  test.each(['before', 'after', 'late'] as const)(
    'a capture whose answer is lost (%s) happens once',
    async (loss) => {
      const sale = await sell()
      chain.line.lose('CAPTURE', loss)
      await chain.pass(1000)
      await chain.line.deliverLate()
      for (let minute = 0; minute < 12; minute++) await chain.pass(MINUTE)
      expect(await chain.statusOf(sale)).toBe('SETTLED')
      const behind = await chain.behind(sale)
      expect(behind?.status).toBe('SETTLED')
      expect(behind?.lines.filter((line) => line.startsWith('CAPTURE success'))).toHaveLength(1)
    },
  )

  test('a capture that was declined can be tried again, and each try is one', async () => {
    const sale = await sell(exp('03'))
    await chain.pass(1000)
    chain.line.lose('CAPTURE', 'after')
    const again = await chain.front.followUp('CAPTURE', sale.body.trans_id)
    expect(again.body['result']).toBe('UNDEFINED')
    for (let minute = 0; minute < 3; minute++) await chain.pass(MINUTE)
    expect(await chain.statusOf(sale)).toBe('PENDING')
    expect((await chain.behind(sale))?.lines.filter((line) => line.startsWith('CAPTURE fail'))).toHaveLength(
      2,
    )
    expect(notificationsOf(sale)).toEqual(['CAPTURE DECLINED PENDING', 'CAPTURE DECLINED PENDING'])
  })
})

describe('a refund or reversal at the other platform', () => {
  test('a reversal releases a hold whole', async () => {
    await chain.front.saveMerchant({ captureDelayMs: null })
    const sale = await sell()
    await chain.front.saveMerchant({ captureDelayMs: 1000 })
    expect((await refund(sale)).body['result']).toBe('ACCEPTED')
    await chain.settle()
    await chain.settle()
    expect(await chain.statusOf(sale)).toBe('REVERSAL')
    expect((await chain.behind(sale))?.status).toBe('REVERSAL')
  })

  test('a payment is refunded in parts, one after the other, until all of it is back', async () => {
    const sale = await settled()
    for (const amount of ['10.00', '10.00', '80.00']) expect((await refund(sale, amount)).status).toBe(200)
    for (let round = 0; round < 4; round++) await chain.settle()
    expect(await chain.statusOf(sale)).toBe('REFUND')
    const behind = await chain.behind(sale)
    expect(behind?.lines.filter((line) => line.startsWith('REFUND success'))).toEqual([
      'REFUND success 10.00',
      'REFUND success 10.00',
      'REFUND success 80.00',
    ])
  })

  const losses = ['before', 'after', 'late'] as const
  const cases = losses.flatMap((loss) => [{ lost: [loss] }, { lost: [loss, loss] }])
  test.each(cases)(
    'a pair of equal refunds whose answers are lost ($lost) gives back twice, not more and not less',
    async ({ lost }) => {
      const sale = await settled()
      for (const loss of lost) chain.line.lose('CREDITVOID', loss)
      await refund(sale, '10.00')
      await refund(sale, '10.00')
      for (let minute = 0; minute < 25; minute++) {
        // What is late arrives when it has been asked about already, and not found.
        if (minute % 4 === 3) await chain.line.deliverLate()
        await chain.pass(MINUTE)
      }
      const behind = await chain.behind(sale)
      expect(behind?.lines.filter((line) => line.startsWith('REFUND success'))).toHaveLength(2)
      expect(notificationsOf(sale).filter((line) => line === 'CREDITVOID SUCCESS SETTLED')).toHaveLength(2)
      expect(await chain.statusOf(sale)).toBe('SETTLED')
    },
  )

  test('a refund is sent by the one process that wrote down first that it would', async () => {
    const sale = await settled()
    await refund(sale, '10.00')
    const [operation] = await chain.front.owner.query<{ id: string }>({
      name: 'open_refund',
      text: `select id from operation where transaction_id = $1 and kind = 'refund'`,
      values: [sale.body.trans_id],
    })
    const tallyBefore = { success: 0, fail: 0, waiting: 0 }
    const write = (minute: number, before?: SentOperation) =>
      rememberSentOperation(
        chain.front.database.query,
        operation?.id ?? '',
        { tallyBefore, sentAt: new Date(minute * MINUTE) },
        before,
      )
    const first = await Promise.all([write(1), write(1), write(1)])
    expect(first.filter(Boolean)).toHaveLength(1)
    const second = await Promise.all(
      [2, 3].map((minute) => write(minute, { tallyBefore, sentAt: new Date(MINUTE) })),
    )
    expect(second.filter(Boolean)).toHaveLength(1)
    for (let minute = 0; minute < 9; minute++) await chain.pass(MINUTE)
    expect(notificationsOf(sale).at(-1)).toBe('CREDITVOID SUCCESS SETTLED')
  })

  test('a refund leaves nothing pending in the books when everything has ended', async () => {
    for (let round = 0; round < 3; round++) await chain.pass(30 * MINUTE)
    const pending = (await trialBalance(chain.front.database.query)).filter(
      ({ layer }) => layer === 'pending',
    )
    const held = await chain.front.owner.query<{ currency: string; units: bigint }>({
      name: 'held',
      text: `select currency, sum(units) as units from transaction where state = 'held' group by currency`,
      values: [],
    })
    const receivable = pending.filter(({ account }) => account === 'acquirer:upstream:receivable')
    expect(receivable.map(({ asset: currency, units }) => ({ currency, units }))).toEqual(held)
  })
})

describe('a notice of the other platform', () => {
  test('a notice is refused when its hash, its payment or its number is not right', async () => {
    const sale = await sell(exp('05'))
    const behind = await chain.behind(sale)
    const real = { order_id: sale.body.trans_id, trans_id: behind?.id ?? '', hash: 'f'.repeat(32) }
    expect((await chain.sendNotice(new URLSearchParams(real))).status).toBe(400)
    expect((await chain.sendNotice(new URLSearchParams({ ...real, order_id: 'nobody' }))).status).toBe(400)
    expect((await chain.sendNotice(new URLSearchParams())).status).toBe(400)
    expect(await chain.statusOf(sale)).toBe('3DS')
  })

  test('a notice is taken only for an acquirer that has such notices', async () => {
    const answer = await chain.back.app.request('/upstream/sandbox/notify', { method: 'POST', body: 'x=1' })
    expect(answer.status).toBe(404)
  })

  test('a notice has the payment be asked about at once, however often it comes', async () => {
    const sale = await sell(exp('05'))
    chain.line.lose('GET_TRANS_DETAILS', 'before')
    await chain.comeBack(sale)
    expect(await chain.statusOf(sale)).toBe('3DS')
    await chain.settle()
    expect(await chain.statusOf(sale)).toBe('PENDING')
    const notice = chain.back.inbox.find(({ order_id }) => order_id === sale.body.trans_id)
    expect((await chain.sendNotice(new URLSearchParams(notice))).status).toBe(200)
    await chain.settle()
    expect(notificationsOf(sale)).toEqual(['SALE SUCCESS PENDING'])
  })

  test('a notice of a charge-back books it once, and only as much as the other platform says', async () => {
    const sale = await settled()
    const behind = await chain.behind(sale)
    const loss = { is: 'charged_back', units: 3_000n, reason: '4837', bankDate: '2026-03-01' } as const
    await record(chain.back.platform, behind?.id ?? '', loss)
    await chain.settle()
    const notice = chain.back.inbox.find(({ action, order_id }) => {
      return action === 'CHARGEBACK' && order_id === sale.body.trans_id
    })
    await chain.sendNotice(new URLSearchParams(notice))
    await chain.settle()
    expect(await chain.statusOf(sale)).toBe('CHARGEBACK')
    expect(notificationsOf(sale).filter((line) => line.startsWith('CHARGEBACK'))).toHaveLength(1)
    const [row] = await chain.front.owner.query<{ charged_back: bigint }>({
      name: 'charged_back',
      text: 'select charged_back from transaction where id = $1',
      values: [sale.body.trans_id],
    })
    expect(row?.charged_back).toBe(3_000n)
  })
})
