import type { PayerField, TypedPayer } from './payerTexts.ts'
import { readAddressLine } from './readAddressLine.ts'
import { readNameLine } from './readNameLine.ts'

export { renamed } from './readNameLine.ts'

/** The fields that a line in one of them fills; null where it is no such line. */
export function readLine(name: PayerField, payer: TypedPayer): Partial<TypedPayer> | null {
  if (name === 'first_name') return readNameLine(payer.first_name)
  const read = readAddressLine(payer.address, payer.country)
  return read && { ...read, state: read.state || payer.state }
}
