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

test.each<[string, string, string]>([
  [
    'an amount with a sign',
    bad({ amount: '-9.00' }),
    'Entry 2, W2, has the amount “-9.00” EUR, which is no number above zero: camt.053 says by CdtDbtInd which way money went.',
  ],
  [
    'an amount with a comma',
    bad({ amount: '9,00' }),
    'Entry 2, W2, has the amount “9,00” EUR, which is no number above zero: camt.053 says by CdtDbtInd which way money went.',
  ],
  [
    'an amount that is finer than its currency',
    bad({ amount: '9.001' }),
    'Entry 2, W2, has the amount “9.001” EUR, which has more digits than the currency.',
  ],
  [
    'a part of an entry with such an amount',
    batch('100.00', [line('B1', { amount: '109.00' }), line('B1', { amount: '-9.00' })]),
    'Entry 1, B1, has the amount “-9.00” EUR, which is no number above zero: camt.053 says by CdtDbtInd which way money went.',
  ],
  [
    'a currency that there is not',
    bad({ currency: 'euro' }),
    'Entry 2, W2, has an amount in euro, which is no currency of ISO 4217.',
  ],
  [
    'an entry that does not say which way money went',
    statement([good, line('W2')]).replace(/<CdtDbtInd>CRDT<\/CdtDbtInd>(?=((?!<Ntry>)[^])*W2)/, ''),
    'Entry 2, W2, is not as camt.053 has it: CdtDbtInd is missing or wrong.',
  ],
  [
    'an entry without a reference',
    statement([good, line('')]).replaceAll('<NtryRef>1</NtryRef>', ''),
    'Entry 2 has no reference of the bank’s (AcctSvcrRef or NtryRef): it could be taken twice.',
  ],
  [
    'no account',
    statement([good]).replace(/<IBAN>DE.*?<\/IBAN>/, '<Other/>'),
    'The file is no camt.053 statement: Document/BkToCstmrStmt/Stmt/0/Acct/Id/IBAN is missing or wrong.',
  ],
])('a statement with %s is refused whole, and says where and what to do', async (_what, text, sentence) => {
  const file = join(bank.folder, 'broken.xml')
  await writeFile(file, text)
  const { ok, output } = await bank.run('sepa', 'import', file)
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
  'Nothing was imported, and nothing booked: get the file from your bank once more, or ask your bank about it, and import that.'
