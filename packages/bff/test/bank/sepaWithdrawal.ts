import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf, confirm, creditBalance, registerBalanceClient, withdraw } from '../balance/balanceRig.ts'
import type { SepaRig } from './sepaRig.ts'
import { statement, type Line } from './statement.ts'

/** A withdrawal of 100 EUR to a bank account that is in the bank’s next file; its order. */
export async function withdrawn({ rig, exportPayments }: SepaRig): Promise<string> {
  const { id, email } = await registerBalanceClient(rig, 'ada')
  await creditBalance(rig, id, 10_000n, 'EUR')
  const created = await withdraw(rig, 'w-ada', email, {
    payin_currency: 'EUR',
    payin_amount: '100.00',
    payout_currency: 'EUR',
    payout_group: 'sepa',
    dst_address: 'DE75512108001245126199',
  })
  const uuid = created.at('uuid')
  await confirm(rig, uuid, await codeOf(rig, uuid))
  await rig.settle()
  await exportPayments()
  return String(created.at('client_order_id'))
}

/** What the operator reads who imports a statement of these lines. */
export async function said({ folder, run }: SepaRig, ...lines: readonly Line[]): Promise<string> {
  const file = join(folder, 'said.xml')
  await writeFile(file, statement(lines))
  return (await run('sepa', 'import', file)).output
}
