import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { statement as sql } from '@cambio/server/testing/postgres/testing.ts'
import { expect, test } from 'vitest'
import { type SepaRig, useSepaRig } from './sepaRig.ts'
import { batch, ourIban, payerIban, statement, type Line } from './statement.ts'

/* Rows as a program wrote them that knew a line by the bank's reference alone. */

let bank: SepaRig
useSepaRig((opened) => void (bank = opened))

type FormerRow = {
  reference: string
  side?: 'credit' | 'debit'
  units?: string
  text?: string
  endToEndId?: string | null
  iban?: string | null
}

/** @param file what the program of before had imported */
async function keptBefore(file: string, ...rows: readonly FormerRow[]): Promise<void> {
  const hash = createHash('sha256').update(file).digest('hex')
  for (const row of rows) {
    const { reference, side = 'credit', units = '10000', text = 'of nobody', endToEndId = null } = row
    await bank.rig.owner.query(
      sql(
        `insert into bank_entry (iban, reference, side, units, currency, booked_on, is_return, end_to_end_id, remittance,
           party_name, party_iban, file_hash, imported_by, imported_at, outcome)
         values ($1, $2, $3, $4, 'EUR', '2026-03-01', false, $5, $6, 'Ada Example', $7, decode($8, 'hex'), 'before', now(),
           case when $3 = 'credit' then 'owed' else 'by_hand' end)`,
        ourIban,
        reference,
        side,
        units,
        endToEndId,
        text,
        row.iban === undefined ? payerIban : row.iban,
        hash,
      ),
    )
  }
}

const line = (reference: string, extra: Partial<Line> = {}): Line => ({
  reference,
  amount: '100.00',
  lines: ['of nobody'],
  ...extra,
})

test('a file that an earlier version imported is known, and so is one that overlaps it', async () => {
  const file = statement([line('F1'), line('F2', { endToEndId: 'E-2' })])
  await keptBefore(file, { reference: 'F1' }, { reference: 'F2', endToEndId: 'E-2' })
  expect(await bank.importStatement(file)).toMatchObject({ entries: 2, owed: 0, seen_before: 2 })
  const overlapping = statement([line('F2', { endToEndId: 'E-2' }), line('F3')])
  expect(await bank.importStatement(overlapping)).toMatchObject({ entries: 2, owed: 1, seen_before: 1 })
  expect(await bank.importStatement(overlapping)).toMatchObject({ seen_before: 2 })
  expect(await bank.cents('bank')).toBe(10_000n)
})

test('lines that an earlier version knew by their entry numbers are known, though they are alike', async () => {
  const numbered = (first: number) =>
    statement([line('NONREF'), line('NONREF')]).replaceAll(
      /<NtryRef>1<\/NtryRef>/g,
      (() => {
        let number = first
        return () => `<NtryRef>${number++}</NtryRef>`
      })(),
    )
  await keptBefore(numbered(7), { reference: '7' }, { reference: '8' })
  expect(await bank.importStatement(numbered(7))).toMatchObject({ entries: 2, owed: 0, seen_before: 2 })
  // The next day the numbers begin anew.
  const next = numbered(7).replaceAll('<Dt>2026-03-01</Dt>', '<Dt>2026-03-02</Dt>')
  expect(await bank.importStatement(next)).toMatchObject({ entries: 2, owed: 2, seen_before: 0 })
})

test('a line that was lost under another line’s reference is booked when its file comes again', async () => {
  const fee = line('F4', { side: 'DBIT', amount: '0.35', lines: ['Fee'] })
  const file = statement([fee, line('F4'), line('F5'), line('F5')])
  await keptBefore(file, { reference: 'F4', side: 'debit', units: '35', text: 'Fee' }, { reference: 'F5' })
  expect(await bank.importStatement(file)).toMatchObject({ entries: 4, owed: 2, seen_before: 2 })
  expect(await bank.importStatement(file)).toMatchObject({ seen_before: 4 })
  expect(await bank.cents('bank')).toBe(20_000n)
})

test('parts of a batch are known, each by itself or as the whole that they were taken for', async () => {
  const parts = batch('300.00', [line('F6'), line('F6', { amount: '200.00' })])
  await keptBefore(parts, { reference: 'F6/1' }, { reference: 'F6/2', units: '20000' })
  expect(await bank.importStatement(parts)).toMatchObject({ entries: 2, owed: 0, seen_before: 2 })
  const text = await readFile(join(import.meta.dirname, 'statements', 'abn-amro-02.xml'), 'utf8')
  const instructed = text.replaceAll('2026-11-24', '2026-03-01').replaceAll(/%[AB]/g, 'of nobody')
  const whole = { reference: '3290A-18X1234567', units: '20000', text: '', iban: null }
  await keptBefore(instructed, whole)
  expect(await bank.importStatement(instructed)).toMatchObject({ entries: 2, owed: 0, seen_before: 2 })
  expect(await bank.cents('bank')).toBe(0n)
})

test('an earlier version that runs beside this one knows the lines that have a reference', async () => {
  await bank.importStatement(statement([line('F7')]))
  const [row] = await bank.rig.query<{ reference: string; remittance: string }>(
    sql('select reference, remittance from bank_entry'),
  )
  expect(row).toEqual({ reference: 'F7', remittance: 'of nobody' })
  await bank.rig.owner.query(
    sql(
      `insert into bank_entry (iban, reference, side, units, currency, is_return, remittance, file_hash, imported_by,
         imported_at) values ($1, 'F8', 'credit', 100, 'EUR', false, '', '\\x00', 'before', now())`,
      ourIban,
    ),
  )
  expect(await bank.importStatement(statement([line('F8', { amount: '1.00', lines: [] })]))).toMatchObject({
    seen_before: 1,
  })
})
