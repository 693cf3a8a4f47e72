import { writeFile } from 'node:fs/promises'
import { withAttentionReason } from '@cambio/exchange/testing/orders.ts'
import { statement as sql } from '@cambio/server/testing/postgres/testing.ts'
import { describe, expect, test } from 'vitest'
import {
  balanceOf,
  codeOf,
  confirm,
  creditBalance,
  registerBalanceClient,
  withdraw,
} from '../balance/balanceRig.ts'
import { createBody, createPath } from '../order/createOrder.ts'
import { type SepaRig, useSepaRig } from './sepaRig.ts'
import { debitLine, ourIban, returnLine, statement } from './statement.ts'
import { camt029, pain002 } from './statusReport.ts'

let bank: SepaRig
useSepaRig((opened) => void (bank = opened))

const reason = ['--reason', 'The bank told us by telephone']
const fileIdOf = (file: string) => /<MsgId>([^<]+)<\/MsgId>/.exec(file)?.[1] ?? ''
const paymentsIn = (file: string) =>
  [...file.matchAll(/<EndToEndId>([^<]+)<\/EndToEndId>/g)].map(([, id]) => String(id))

/** A withdrawal of 100 EUR to a bank account, whose payment a file has. */
async function withdrawn(name = 'ada') {
  const client = await registerBalanceClient(bank.rig, name)
  await creditBalance(bank.rig, client.id, 10_000n, 'EUR')
  const created = await withdraw(bank.rig, `w-${name}`, client.email, {
    payin_currency: 'EUR',
    payin_amount: '100.00',
    payout_currency: 'EUR',
    payout_group: 'sepa',
    dst_address: 'DE75512108001245126199',
  })
  const uuid = created.at('uuid')
  await confirm(bank.rig, uuid, await codeOf(bank.rig, uuid))
  await bank.rig.settle()
  const file = await bank.exportPayments()
  const orderId = String(created.at('client_order_id'))
  return { client, orderId, payment: `${orderId}-payout`, fileId: fileIdOf(file) }
}

/** An order that was paid twice, whose second transfer is to go back by a payment that a file has. */
async function refunding() {
  const body = { ...createBody('twice'), payin_group: 'sepa' }
  const orderId = String((await bank.rig.partner('POST', createPath, body)).at('client_order_id'))
  for (const reference of ['A1', 'A2'])
    await bank.importStatement(statement([{ reference, amount: '100.00', lines: [orderId] }]))
  await bank.rig.settle()
  const file = await bank.exportPayments()
  return { orderId, payment: `${orderId}-refund-2`, fileId: fileIdOf(file) }
}

/** The next file, with a refund of another order beside what is due. */
async function refundingBeside(email: string) {
  const body = { ...createBody('beside'), payin_group: 'sepa', client_email: email }
  const orderId = String((await bank.rig.partner('POST', createPath, body)).at('client_order_id'))
  for (const reference of ['B1', 'B2'])
    await bank.importStatement(statement([{ reference, amount: '100.00', lines: [orderId] }]))
  await bank.rig.settle()
  const { output } = await bank.run('sepa', 'export', '--json')
  const { document: file, left_out: leftOut } = JSON.parse(output)
  return { file: String(file), leftOut, refund: `${orderId}-refund-2` }
}

async function report(text: string) {
  const answer = (await bank.importStatement(text)) as Record<string, unknown>
  await bank.rig.settle()
  return answer
}

const orderOf = (orderId: string) => bank.rig.stores.orders.find(orderId)

describe('a pay-out that the bank rejects', () => {
  test('a pay-out that the bank rejects stops its order, and leaves under another id when the operator says so', async () => {
    const { orderId, payment, fileId } = await withdrawn()
    expect(await report(pain002(fileId, { transactions: [[payment, 'RJCT', 'AC04']] }))).toMatchObject({
      entries: 1,
      matched: 1,
      owed: 0,
      seen_before: 0,
      rejected: [{ payment_id: payment, client_order_id: orderId, reason: 'RJCT, AC04, Account closed' }],
    })
    expect(withAttentionReason(await orderOf(orderId))).toMatchObject({
      status: 'processing_payout',
      attentionReason: 'payout_failed',
    })
    const [brought] = JSON.parse((await bank.run('sepa', 'list', '--json')).output).reports
    expect(brought).toMatchObject({ kind: 'pain.002', imported_by: 'ada', rejected: 1, noted: 0 })
    expect((await bank.run('owed', 'list')).output).toContain(`${orderId}  waits for you`)
    const shown = (await bank.run('order', 'show', orderId)).output
    expect(shown).toMatch(
      /payout_rejected.*Rejected: RJCT, AC04, Account closed \(pain\.002, SHA-256 [0-9a-f]{64}\), by /,
    )
    expect(await bank.exportPayments()).toBe('')

    expect((await bank.run('order', 'resolve', orderId, 'continue', ...reason)).ok).toBe(true)
    await bank.rig.settle()
    expect(paymentsIn(await bank.exportPayments())).toEqual([`${payment}-2`])
    expect(await report(statement([debitLine(`${payment}-2`)]))).toMatchObject({ matched: 1 })
    expect(await orderOf(orderId)).toMatchObject({
      status: 'finished',
      payout: { state: 'done', txid: `${payment}-2` },
    })
    expect(await bank.cents('bank')).toBe(-10_000n)
  })

  test('a pay-out that the bank rejects gives its client the money back where the operator refunds it', async () => {
    const { orderId, payment, fileId, client } = await withdrawn()
    await report(pain002(fileId, { group: 'RJCT' }))
    expect((await bank.run('order', 'resolve', orderId, 'refund', ...reason)).ok).toBe(true)
    expect(withAttentionReason(await orderOf(orderId))).toMatchObject({
      status: 'refunded',
      attentionReason: null,
    })
    expect(await balanceOf(bank.rig, client.session, 'EUR')).toBe('100.00')
    await bank.rig.settle()
    expect(await bank.exportPayments()).toBe('')
    expect((await bank.run('sepa', 'reject', payment, ...reason)).output).toContain('was rejected before')
  })

  test('a rejected pay-out is never booked by a later line for its id, nor is its return', async () => {
    const { orderId, payment, fileId } = await withdrawn()
    await report(pain002(fileId, { transactions: [[payment, 'RJCT', 'AC04']] }))
    expect((await bank.run('order', 'resolve', orderId, 'continue', ...reason)).ok).toBe(true)
    await bank.rig.settle()
    await bank.exportPayments()
    await bank.importStatement(statement([debitLine(`${payment}-2`)]))
    expect(await report(statement([debitLine(payment)]))).toMatchObject({ matched: 0, owed: 0 })
    expect(await orderOf(orderId)).toMatchObject({ status: 'finished', payout: { txid: `${payment}-2` } })
    expect((await bank.run('owed', 'list')).output).toContain(`left as ${payment}, the pay-out of ${orderId}`)
    expect(await bank.cents('by_hand')).toBe(10_000n)
    expect(await report(statement([returnLine(payment, { lines: [orderId] })]))).toMatchObject({
      matched: 0,
      owed: 1,
    })
    expect(withAttentionReason(await orderOf(orderId))).toMatchObject({
      status: 'finished',
      attentionReason: null,
    })
    expect(await bank.cents('bank')).toBe(-10_000n)
  })

  test('a rejected pay-out does not leave again until money that left for it all the same is cleared up', async () => {
    const { orderId, payment, fileId } = await withdrawn()
    await report(pain002(fileId, { group: 'RJCT' }))
    await bank.importStatement(statement([debitLine(payment)]))
    await bank.run('order', 'resolve', orderId, 'continue', ...reason)
    await bank.rig.settle()
    const held = await bank.run('sepa', 'export')
    expect([held.output, held.note]).toEqual([
      '',
      expect.stringContaining(
        '1 payment waits, since money left by an earlier payment that your bank had rejected',
      ),
    ])
    await bank.importStatement(statement([returnLine(payment)]))
    expect((await bank.run('owed', 'settle', `bank:${ourIban}:B-${payment}`, ...reason)).ok).toBe(true)
    expect(paymentsIn(await bank.exportPayments())).toEqual([`${payment}-2`])
  })

  test('a pay-out that had left by a statement stays as it is when a report rejects it, and the report is shown', async () => {
    const { orderId, payment, fileId } = await withdrawn()
    await bank.importStatement(statement([debitLine(payment)]))
    expect(await report(pain002(fileId, { transactions: [[payment, 'RJCT', 'AC04']] }))).toMatchObject({
      matched: 0,
      noted: [{ payment_id: payment, why: expect.stringContaining('A statement shows that it left') }],
    })
    expect(withAttentionReason(await orderOf(orderId))).toMatchObject({
      status: 'finished',
      attentionReason: null,
    })
  })
})

describe('a refund that the bank rejects', () => {
  test('a refund that the bank rejects is owed again, and leaves once more under another id', async () => {
    const { orderId, payment, fileId } = await refunding()
    const rejection = pain002(fileId, { batch: 'RJCT' })
    expect(await report(rejection)).toMatchObject({ matched: 1, owed: 1 })
    expect(await bank.cents(`owed:${orderId}`)).toBe(-10_000n)
    expect(await report(rejection)).toMatchObject({ matched: 0, owed: 0, seen_before: 1 })
    expect(await bank.exportPayments()).toBe('')

    expect((await bank.run('owed', 'return', orderId, ...reason)).ok).toBe(true)
    await bank.rig.settle()
    expect(paymentsIn(await bank.exportPayments())).toEqual([`${payment}-2`])
    await bank.importStatement(statement([debitLine(`${payment}-2`)]))
    expect(await bank.cents('bank')).toBe(10_000n)
    expect(await bank.cents(`owed:${orderId}`)).toBe(0n)
  })

  test('a refund that the bank rejects is no payment of its order where it comes back all the same', async () => {
    const { orderId, payment, fileId } = await refunding()
    await report(pain002(fileId, { group: 'RJCT' }))
    const back = returnLine(payment, { isReturn: false, lines: [`Refund ${orderId}`] })
    expect(await report(statement([back]))).toMatchObject({ matched: 0, owed: 1 })
    const order = await orderOf(orderId)
    expect(order?.payin).toMatchObject({ transfers: [{ state: 'received' }, { state: 'owed' }] })
  })
})

describe('a report of the bank', () => {
  test('a bank report of each status of a payment that is on its way is noted, and changes nothing', async () => {
    const { orderId, payment, fileId } = await withdrawn()
    for (const status of ['ACCP', 'ACSC', 'ACSP', 'PDNG', 'RCVD', 'ACTC']) {
      expect(await report(pain002(fileId, { group: status }))).toMatchObject({
        matched: 0,
        noted: [{ payment_id: payment, file_id: fileId, status }],
      })
      expect(withAttentionReason(await orderOf(orderId))).toMatchObject({
        attentionReason: null,
        payout: { id: payment, state: 'sending' },
      })
    }
    expect(await report(statement([debitLine(payment)]))).toMatchObject({ matched: 1 })
  })

  test('a bank report of a file accepted in part rejects only the payments that it names as rejected', async () => {
    const { orderId, client } = await withdrawn()
    expect((await bank.run('sepa', 'reject', `${orderId}-payout`, ...reason)).ok).toBe(true)
    expect((await bank.run('order', 'resolve', orderId, 'continue', ...reason)).ok).toBe(true)
    const paid = await refundingBeside(client.email)
    expect(new Set(paymentsIn(paid.file))).toEqual(new Set([`${orderId}-payout-2`, paid.refund]))
    const answer = pain002(fileIdOf(paid.file), {
      group: 'PART',
      batch: 'PART',
      transactions: [
        [`${orderId}-payout-2`, 'ACSP'],
        [paid.refund, 'RJCT', 'AC04'],
      ],
    })
    expect(await report(answer)).toMatchObject({
      entries: 2,
      matched: 1,
      owed: 1,
      noted: [{ status: 'ACSP' }],
    })
    expect(withAttentionReason(await orderOf(orderId))).toMatchObject({ attentionReason: null })
  })

  test('a bank report that rejects a file rejects every payment for which it gives no other status', async () => {
    const { orderId, client } = await withdrawn()
    await bank.run('sepa', 'reject', `${orderId}-payout`, ...reason)
    await bank.run('order', 'resolve', orderId, 'continue', ...reason)
    const { file, refund } = await refundingBeside(client.email)
    const transactions = [[refund, 'ACSC']] as const
    expect(
      await report(pain002(fileIdOf(file), { group: 'RJCT', reason: 'FF01', transactions })),
    ).toMatchObject({
      rejected: [{ payment_id: `${orderId}-payout-2`, reason: 'RJCT, FF01, Format error' }],
      noted: [{ payment_id: refund, status: 'ACSC' }],
    })
    const [first] = JSON.parse((await bank.run('sepa', 'list', '--json')).output).exported
    expect(first).toMatchObject({ file_id: fileIdOf(file), payments: 2, rejected: 1 })
    const again = await bank.run('sepa', 'export', '--again', fileIdOf(file))
    expect(paymentsIn(again.output)).toEqual([refund])
  })

  test('a bank report that names a payment of another file, or none of ours, is shown and changes nothing', async () => {
    const { orderId, payment, fileId } = await withdrawn()
    const file = `${bank.folder}/report.xml`
    for (const [text, why] of [
      [pain002('OTHER', { transactions: [[payment, 'RJCT']] }), `in another file, ${fileId}`],
      [pain002(fileId, { transactions: [['SOMEONE-payout', 'RJCT']] }), 'ordered no such payment'],
      [pain002('OTHER', { group: 'RJCT' }), 'ordered no such payment'],
    ] as const) {
      await writeFile(file, text)
      const { ok, output } = await bank.run('sepa', 'import', file)
      expect([ok, output]).toEqual([false, expect.stringContaining(why)])
    }
    expect(withAttentionReason(await orderOf(orderId))).toMatchObject({ attentionReason: null })
  })

  test('a bank report with an unreadable part is taken without that part, and names it', async () => {
    const { payment, fileId } = await withdrawn()
    const transactions = [
      ['NOTPROVIDED', 'RJCT'],
      [payment, 'RJCT', 'AC04'],
    ] as const
    const place = 'OrgnlPmtInfAndSts 1, TxInfAndSts 1'
    expect(await report(pain002(fileId, { transactions }))).toMatchObject({
      matched: 1,
      unread: [{ place, reason: expect.stringContaining('OrgnlEndToEndId') }],
    })
  })

  test.each<[string, string | null, string, number]>([
    ['cancels a payment', 'ACCR', 'CNCL', 1],
    ['confirms a cancellation as a whole', null, 'CNCL', 1],
    ['refuses a cancellation', 'RJCR', 'RJCR', 0],
    ['has not decided on one yet', null, 'PDCR', 0],
  ])('a camt.029 report that %s rejects only what it cancels', async (_, status, confirmation, matched) => {
    const { orderId, payment, fileId } = await withdrawn()
    expect(await report(camt029(fileId, [[payment, status]], confirmation))).toMatchObject({ matched })
    expect(withAttentionReason(await orderOf(orderId))).toMatchObject({
      attentionReason: matched === 1 ? 'payout_failed' : null,
    })
  })

  const unreadable = [
    ['is cut off', (text: string) => text.slice(0, 400)],
    ['has a name that no report has', (text: string) => text.replaceAll('GrpHdr>', '__proto__>')],
    [
      'is nested a thousand times',
      (text: string) =>
        text.replace(
          '<OrgnlGrpInfAndSts>',
          `${'<a>'.repeat(1_000)}${'</a>'.repeat(1_000)}<OrgnlGrpInfAndSts>`,
        ),
    ],
    ['has a document type', (text: string) => text.replace('<Document', '<!DOCTYPE a><Document')],
    ['is about no file', (text: string) => text.replaceAll(/<(\/?)OrgnlMsgId>/g, '<$1Other>')],
  ] as const

  test('a bank report that cannot be read as a whole is refused', async () => {
    const { orderId, fileId } = await withdrawn()
    const file = `${bank.folder}/report.xml`
    for (const [what, broken] of unreadable) {
      await writeFile(file, broken(pain002(fileId, { group: 'RJCT' })))
      const { ok, output } = await bank.run('sepa', 'import', file)
      expect([what, ok, output]).toEqual([what, false, expect.stringContaining('Nothing was imported')])
    }
    expect(withAttentionReason(await orderOf(orderId))).toMatchObject({ attentionReason: null })
  })
})

describe('a payment that the operator rejects by hand', () => {
  test('a payment that the operator rejects is rejected with who said so and why', async () => {
    const { orderId, payment } = await refunding()
    const { ok, output } = await bank.run('sepa', 'reject', payment, ...reason, '--actor', 'Grace')
    expect([ok, output]).toEqual([true, expect.stringContaining(`“owed return ${orderId}”`)])
    const shown = JSON.parse((await bank.run('order', 'show', orderId, '--json')).output)
    expect(shown).toMatchObject({
      acts: [{ act: `sepa reject ${payment}`, reason: reason[1], actor: 'Grace' }],
      bank_payments: [{ id: payment, state: 'rejected', reject_reason: reason[1] }],
    })
    expect(await bank.cents(`owed:${orderId}`)).toBe(-10_000n)
  })

  test('a rejection by hand is refused for a payment that has left, was in no file, or does not exist', async () => {
    const { orderId, payment, fileId } = await refunding()
    expect(fileId).not.toBe('')
    await bank.importStatement(statement([debitLine(payment)]))
    const answers = []
    for (const id of [payment, `${orderId}-refund-9`])
      answers.push(await bank.run('sepa', 'reject', id, ...reason))
    expect(answers.map(({ ok, output }) => [ok, output])).toEqual([
      [false, expect.stringContaining('left your account')],
      [false, expect.stringContaining('There is no payment')],
    ])
    const rejected = await withdrawn('ada')
    await bank.run('sepa', 'reject', rejected.payment, ...reason)
    await bank.run('order', 'resolve', rejected.orderId, 'continue', ...reason)
    await bank.rig.settle()
    const early = await bank.run('sepa', 'reject', `${rejected.payment}-2`, ...reason)
    expect([early.ok, early.output]).toEqual([false, expect.stringContaining('No payment file contains')])
  })

  test('a rejection by hand warns of money that had left under the payment’s name with another amount', async () => {
    const { payment } = await refunding()
    await bank.importStatement(statement([debitLine(payment, { amount: '99.99' })]))
    const { output } = await bank.run('sepa', 'reject', payment, ...reason)
    expect(output).toContain(`99.99 EUR had left as ${payment}`)
  })
})

test.each([
  ['TR330006100519786457841326', 'SEPA transfers do not reach accounts in TR.'],
  ['DE00370400440532013000', 'its check digits do not match'],
])('a refund to %s that waits already spoils no file: it is left out, named and owed', async (iban, why) => {
  const { orderId, payment } = await refunding()
  await bank.run('sepa', 'reject', payment, ...reason)
  expect((await bank.run('owed', 'return', orderId, ...reason)).ok).toBe(true)
  await bank.rig.settle()
  // As a program wrote it that looked at no IBAN.
  await bank.rig.owner.query(sql('update bank_payment set iban = $1 where id = $2', iban, `${payment}-2`))
  const { email } = await registerBalanceClient(bank.rig, 'ada')
  const beside = await refundingBeside(email)
  expect(paymentsIn(beside.file)).toEqual([beside.refund])
  expect(beside.file).toContain('<NbOfTxs>1</NbOfTxs>')
  expect(beside.leftOut).toMatchObject([
    { payment_id: `${payment}-2`, client_order_id: orderId, iban, reason: expect.stringContaining(why) },
  ])
  expect(await bank.cents(`owed:${orderId}`)).toBe(-10_000n)
  expect((await bank.run('sepa', 'export')).note).toBe('No payment is due; nothing was written.')
})
