import { imbalances } from '@cambio/server/postgres/Ledger.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dumped } from './dumped.ts'
import { refusalOf } from './refusalOf.ts'
import { openRig, saleFields, visa, type Reply, type Rig } from './rig.ts'
import { cryptogram, tokenNumber, walletFields, walletHash } from './walletFields.ts'

/* A SALE that is paid by a wallet's network token. */

let rig: Rig
beforeAll(async () => {
  rig = await openRig()
})
afterAll(() => rig.close())

let count = 0
const fresh = () => ({ order_id: `wallet-${(count += 1)}` })
const mask = '489537******3478'

async function statusOf({ body }: Reply): Promise<string> {
  const answer = await rig.followUp('GET_TRANS_STATUS', body.trans_id, { hash: walletHash(body.trans_id) })
  return String(answer.body['status'])
}

describe('a SALE by a network token', () => {
  test('a network token’s SALE is held, captured and refunded like any other, under the mask of the token', async () => {
    const sale = await rig.sale(walletFields(fresh()))
    expect(sale.body).toMatchObject({ result: 'SUCCESS', status: 'PENDING', card: mask, card_brand: 'Visa' })
    rig.pass(1_000)
    await rig.settle()
    expect(await statusOf(sale)).toBe('SETTLED')
    const { trans_id } = sale.body
    const back = await rig.followUp('CREDITVOID', trans_id, { hash: walletHash(trans_id), amount: '40.00' })
    expect(back.body).toMatchObject({ result: 'ACCEPTED' })
    await rig.settle()
    expect(rig.inbox.at(-1)).toMatchObject({ trans_id, card: mask, hash: walletHash(trans_id) })
    expect(await imbalances(rig.database.query)).toEqual([])
  })

  test.each([
    ['02', { result: 'DECLINED', decline_reason: 'Declined by processing' }, 'DECLINED'],
    ['03', { result: 'SUCCESS', status: 'PENDING' }, 'PENDING'],
    ['04', { result: 'DECLINED', decline_reason: 'Declined by processing' }, 'DECLINED'],
  ])(
    'a network token’s SALE has the outcome that the expiry %s/2038 stands for',
    async (network_token_exp_month, first, end) => {
      const sale = await rig.sale(walletFields({ ...fresh(), network_token_exp_month }))
      expect(sale.body).toMatchObject(first)
      rig.pass(1_000)
      await rig.settle()
      expect(await statusOf(sale)).toBe(end)
    },
  )

  test('a network token’s number is read as a token alone: sent as a card, it is declined, and so is the reverse', async () => {
    const asCard = await rig.sale({ ...fresh(), card_number: tokenNumber })
    expect(asCard.body).toMatchObject({ result: 'DECLINED' })
    const hash = saleFields({ card_number: visa })['hash'] ?? ''
    const asToken = await rig.sale(walletFields({ ...fresh(), network_token_number: visa, hash }))
    expect(asToken.body).toMatchObject({ result: 'DECLINED' })
  })

  test('a network token’s SALE gives no card token, since its proof is good for one payment', async () => {
    const sale = await rig.sale(walletFields({ ...fresh(), req_token: 'Y' }))
    expect(sale.body).toMatchObject({ result: 'SUCCESS' })
    expect(sale.body).not.toHaveProperty('card_token')
  })

  test('a network token leaves neither its number nor its cryptogram in any table, but the wallet', async () => {
    await rig.sale(walletFields(fresh()))
    const everything = await dumped(rig)
    expect(everything).toContain('apple_pay')
    expect(everything).toContain(mask)
    expect(everything).not.toContain(tokenNumber)
    expect(everything).not.toContain(cryptogram)
  })

  test('a network token’s SALE is answered alike when repeated, and tried anew with another proof after a decline', async () => {
    const fields = walletFields({ ...fresh(), network_token_exp_month: '02' })
    const declined = await rig.sale(fields)
    expect(await rig.sale(fields)).toEqual(declined)
    const retried = await rig.sale({
      ...fields,
      network_token_exp_month: '01',
      network_token_cryptogram: cryptogram.replace('k', 'K'),
    })
    expect(retried.body).toMatchObject({ result: 'SUCCESS' })
    expect(retried.body.trans_id).not.toBe(declined.body.trans_id)
  })
})

describe('several means of payment in one SALE', () => {
  test('a card beats a network token, and a network token beats a card token', async () => {
    const { hash: _hash, ...token } = walletFields(fresh())
    const card = { card_number: visa, card_exp_month: '01', card_exp_year: '2038', card_cvv2: '123' }
    expect((await rig.sale({ ...token, ...card })).body).toMatchObject({ card: '411111******1111' })
    const sale = await rig.sale(walletFields({ ...fresh(), card_token: 'a'.repeat(64) }))
    expect(sale.body).toMatchObject({ result: 'SUCCESS', card: mask })
  })
})

describe('a refused network token', () => {
  test.each([
    ['network_token_number', '4895370012003479'],
    ['network_token_exp_month', '13'],
    ['network_token_exp_year', '38'],
    ['network_token_cryptogram', 'not base64 at all, but long'],
    ['network_token_eci', '15'],
    ['network_token_wallet', 'other_pay'],
  ])('a network token is refused with a %s that cannot be: %s', async (name, value) => {
    const fields = saleFields(walletFields({ ...fresh(), [name]: value }))
    expect(await refusalOf(rig, fields)).toEqual([100000, `${name}: This value is not valid.`])
  })

  test.each([
    'network_token_exp_month',
    'network_token_exp_year',
    'network_token_cryptogram',
    'network_token_wallet',
  ])('a network token is refused without %s', async (name) => {
    const fields = saleFields(walletFields({ ...fresh(), [name]: '' }))
    expect(await refusalOf(rig, fields)).toEqual([100000, `${name}: This value should not be blank.`])
  })

  test('a network token is refused when the hash is made over another number', async () => {
    const { hash = '' } = saleFields()
    const fields = saleFields(walletFields({ ...fresh(), hash }))
    expect(await refusalOf(rig, fields)).toEqual([100000, 'hash: Hash is not valid.'])
  })

  test('a network token is refused when its number stands in another field, too', async () => {
    const fields = saleFields(walletFields({ ...fresh(), payer_phone: tokenNumber }))
    expect(await refusalOf(rig, fields)).toEqual([100000, 'payer_phone: This value is not valid.'])
  })

  test('a network token of the sandbox is refused when a live merchant sends it', async () => {
    const live = '88888888-8888-4888-8888-888888888888'
    await rig.saveMerchant({ id: live, mode: 'live' })
    const fields = saleFields(walletFields({ ...fresh(), client_key: live }))
    expect(await refusalOf(rig, fields)).toEqual([100000, 'network_token_number: This value is not valid.'])
  })
})
