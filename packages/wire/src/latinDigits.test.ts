import { expect, test } from 'vitest'
import { latinDigits } from './latinDigits.ts'

test.for([
  ['Arabic-Indic', '٠١٢٣٤٥٦٧٨٩'],
  ['Persian', '۰۱۲۳۴۵۶۷۸۹'],
  ['Devanagari', '०१२३४५६७८९'],
  ['Bengali', '০১২৩৪৫৬৭৮৯'],
  ['full-width', '０１２３４５６７８９'],
  ['Latin', '0123456789'],
] as const)('a code in %s digits is read', ([, typed]) => {
  expect(latinDigits(typed)).toBe('0123456789')
})
