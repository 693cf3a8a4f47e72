import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { imbalances, trialBalance } from '@cambio/server/postgres/Ledger.ts'
import { afterEach, beforeEach, expect } from 'vitest'
import { openRig, type Rig } from '../rig.ts'

export type SepaRig = Awaited<ReturnType<typeof openSepaRig>>

/** An exchange, and a folder for the files that go between it and its bank. */
export async function openSepaRig(rig?: Rig) {
  const exchange = rig ?? (await openRig())
  const run = exchange.runCommand
  const folder = await mkdtemp(join(tmpdir(), 'sepa-'))

  /** Imports a bank's statement and answers with the command's result. */
  async function importStatement(text: string | Uint8Array): Promise<unknown> {
    const file = join(folder, 'statement.xml')
    await writeFile(file, text)
    const { output } = await run('sepa', 'import', file, '--json')
    return JSON.parse(output)
  }

  /** Exports the payments that are due into a file and answers with its text. */
  async function exportPayments(): Promise<string> {
    const path = join(folder, `payments-${exchange.exchange.random.token(64)}.xml`)
    const { ok, output } = await run('sepa', 'export', path, '--json')
    expect({ ok, output }).toMatchObject({ ok: true })
    return readFile(path, 'utf8').catch(() => '')
  }

  /** The balance of an account in the books, in EUR cents. */
  async function cents(account: string): Promise<bigint> {
    const balances = await trialBalance(exchange.query)
    return balances.find((each) => each.account === account && each.asset === 'EUR')?.units ?? 0n
  }

  /** The books sum to zero. To be called after each test. */
  async function check(): Promise<void> {
    expect(await imbalances(exchange.query)).toEqual([])
  }

  async function close(): Promise<void> {
    await rm(folder, { recursive: true })
    await exchange.close()
  }

  return { rig: exchange, folder, run, importStatement, exportPayments, cents, check, close }
}

/**
 * Opens a rig for each test of a file. After each its books sum to zero.
 * @param open opens another exchange than a rig's usual one
 */
export function useSepaRig(take: (bank: SepaRig) => void, open: () => Promise<Rig> = openRig): void {
  let bank: SepaRig
  beforeEach(async () => {
    bank = await openSepaRig(await open())
    take(bank)
  })
  afterEach(async () => {
    await bank.check()
    await bank.close()
  })
}
