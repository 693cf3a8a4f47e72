import { CELL_NAME } from '@cambio/exchange/cell/Cell.ts'
import { kind } from '@cambio/server/cli/arguments.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import type { Secret } from '@cambio/server/settings/Secret.ts'

/** The argument that names all cells. */
export const cellNames = kind('E1,E2', 'different names of cells with commas between them', (text) => {
  const names = text.split(',')
  return names.every((name) => CELL_NAME.test(name)) && new Set(names).size === names.length
    ? names
    : undefined
})

/** This cell's own name. @throws CallRefused if it has none */
export function ownName({ cell }: { readonly cell: string | null }): string {
  if (cell !== null) return cell
  throw new CallRefused(
    'This exchange stands alone. Give it a name with CELL, such as CELL=E1; nothing was done.',
  )
}

/** The key that the cells share. @throws CallRefused if none is set */
export function partnerMoveKeyOf({ partnerMoveKey }: { readonly partnerMoveKey: Secret | null }): Secret {
  if (partnerMoveKey !== null) return partnerMoveKey
  throw new CallRefused(
    'Set PARTNER_MOVE_KEY, in both cells to the same 32 random bytes in base64 (make them with: openssl rand -base64 32); nothing was done.',
  )
}
