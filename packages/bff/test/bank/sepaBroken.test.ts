import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { trialBalance } from '@cambio/server/postgres/Ledger.ts'
import { expect, test } from 'vitest'
import { type SepaRig, useSepaRig } from './sepaRig.ts'
import { batch, statement, type Line } from './statement.ts'

let bank: SepaRig
useSepaRig((opened) => void (bank = opened))

const line = (reference: string, extra: Partial<Line> = {}): Line => ({
  reference,
  amount: '100.00',
  lines: ['of nobody'],
  ...extra,
})

const good = line('G1')
const bad = (extra: Partial<Line>) => statement([good, line('W2', extra)])

const noNumber = 'which is no number above zero: camt.053 says by CdtDbtInd which way money went.'

test.each<[string, string, { place: string; reason: string }]>([
  [
    'an amount with a sign',
    bad({ amount: '-9.00' }),
    { place: 'Entry 2, W2', reason: `It has the amount “-9.00” EUR, ${noNumber}` },
  ],
  [
    'an amount with a comma',
    bad({ amount: '9,00' }),
    { place: 'Entry 2, W2', reason: `It has the amount “9,00” EUR, ${noNumber}` },
  ],
  [
    'an amount that is finer than its currency',
    bad({ amount: '9.001' }),
    {
      place: 'Entry 2, W2',
      reason: 'It has the amount “9.001” EUR, which has more digits than the currency.',
    },
  ],
  [
    'a currency that there is not',
    bad({ currency: 'euro' }),
    { place: 'Entry 2, W2', reason: 'It has an amount in euro, which is no currency of ISO 4217.' },
  ],
  [
    'nothing that says which way money went',
    statement([good, line('W2')]).replace(/<CdtDbtInd>CRDT<\/CdtDbtInd>(?=((?!<Ntry>)[^])*W2)/, ''),
    { place: 'Entry 2, W2', reason: 'It is not as camt.053 has it: CdtDbtInd is missing or wrong.' },
  ],
  [
    'a status of the bank’s own',
    bad({}).replace(/<Cd>BOOK<\/Cd>(?=((?!<Ntry>)[^])*W2)/, '<Prtry>ODD</Prtry>'),
    {
      place: 'Entry 2, W2',
      reason: 'It has the status “ODD”, which does not say whether the bank has booked it.',
    },
  ],
])('an entry with %s is named, and the rest is taken', async (_what, text, unread) => {
  expect(await bank.importStatement(text)).toEqual({
    entries: 2,
    matched: 0,
    owed: 1,
    seen_before: 0,
    unread: [unread],
  })
  const file = join(bank.folder, 'broken.xml')
  await writeFile(file, text)
  const { ok, output } = await bank.run('sepa', 'import', file)
  expect(ok).toBe(false)
  expect(output).toContain(`  ${unread.place}: ${unread.reason}`)
  expect(await bank.cents('bank')).toBe(10_000n)
})

test('a batch of which one part cannot be read is named whole', async () => {
  const file = batch('100.00', [line('B1', { amount: '109.00' }), line('B1', { amount: '-9.00' })])
  expect(await bank.importStatement(file)).toMatchObject({
    entries: 1,
    owed: 0,
    unread: [{ place: 'Entry 1, B1', reason: `It has the amount “-9.00” EUR, ${noNumber}` }],
  })
  expect(await trialBalance(bank.rig.query)).toEqual([])
})

test('a file without an account is refused whole, and says what to do', async () => {
  const file = join(bank.folder, 'broken.xml')
  await writeFile(file, statement([good]).replace(/<IBAN>DE.*?<\/IBAN>/, '<Other/>'))
  const { ok, output } = await bank.run('sepa', 'import', file)
  const sentence =
    'The file is no camt.053 statement: Document/BkToCstmrStmt/Stmt/0/Acct/Id/IBAN is missing or wrong.'
  expect([ok, output]).toEqual([false, `${sentence} ${NEXT}`])
  expect(await trialBalance(bank.rig.query)).toEqual([])
})

test.each<[string, string, RegExp]>([
  [
    'cut off',
    statement([good]).slice(0, -40),
    /^The file is no XML that can be read: it is cut off or damaged at line \d+\. /,
  ],
  ['empty', '', /^The file is empty\. /],
  [
    'full of a name that no statement has',
    statement([good]).replaceAll('Stmt>', '__proto__>'),
    /^The file is no camt\.053 statement: it has names or a depth that no statement has\. /,
  ],
  [
    'nested a thousand times',
    statement([good]).replace('<Ntry>', `${'<a>'.repeat(1_000)}${'</a>'.repeat(1_000)}<Ntry>`),
    /^The file is no camt\.053 statement: it has names or a depth that no statement has\. /,
  ],
  [
    'a letter',
    'Dear Sir or Madam',
    /^The file is no XML that can be read: it is cut off or damaged at line 1\. /,
  ],
])('a file that is %s says so in our words', async (_what, text, sentence) => {
  const file = join(bank.folder, 'broken.xml')
  await writeFile(file, text)
  const { ok, output } = await bank.run('sepa', 'import', file)
  expect(ok).toBe(false)
  expect(output).toMatch(sentence)
  expect(output.endsWith(NEXT)).toBe(true)
})

const NEXT =
  'Nothing was imported or booked: get the file from your bank again, or ask your bank about it, and import that.'
