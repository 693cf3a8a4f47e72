import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { importStatement, type Imported } from '@cambio/exchange/payin/transfer/statement/importStatement.ts'
import type { Statement } from '@cambio/exchange/payin/transfer/statement/Statement.ts'
import { readStatement } from '@cambio/rails/sepa/readStatement.ts'
import { readStatusReport } from '@cambio/rails/sepa/readStatusReport.ts'
import { StatementUnreadable } from '@cambio/rails/sepa/StatementUnreadable.ts'
import { required, text } from '@cambio/server/cli/arguments.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { command } from '@cambio/server/cli/Command.ts'
import * as z from 'zod/mini'
import { statementStore } from '../../store/bank/statements.ts'
import { mismatchedPayments } from '../../store/read/bank/mismatchedPayments.ts'
import { actorOption } from '../actArguments.ts'
import type { CommandDeps } from '../CommandDeps.ts'
import { importReport } from './importReport.ts'
import { importSummary } from './importSummary.ts'

/** Imports a file of the bank: a statement, or a report on payments that were ordered from it. */
export const sepaImport = command({
  name: 'sepa import',
  summary: [
    'Imports a file of your bank. A camt.053 is a statement of your account: a line pays the order that it names, or is owed.',
    'A line counts once, however many files have it. One that equals a line of another statement and has',
    'no reference of your bank’s may be a repeat: it waits for “owed book” or “owed dismiss”. What cannot be read is named',
    'with its place, while the rest is imported. Money that your bank charges back stops the order that it had paid, which',
    'waits for you.',
    'A pain.002 or camt.029 says what became of a payment file: a payment that your bank rejects or cancels ends under its id,',
    'and its order goes on. Anything else in it is only noted.',
  ].join('\n'),
  words: { file: required(text('<file>'), 'Name the file that your bank sent.') },
  options: { actor: actorOption },
  json: z.object({
    entries: z.number(),
    matched: z.number(),
    owed: z.number(),
    seen_before: z.number(),
    /** Of a pain.002 or camt.029: payments that the bank did not make, and its other statuses. */
    rejected: z.optional(
      z.array(
        z.object({ payment_id: z.string(), client_order_id: z.nullable(z.string()), reason: z.string() }),
      ),
    ),
    noted: z.optional(
      z.array(
        z.object({
          /** Null for all payments of a file. */
          payment_id: z.nullable(z.string()),
          file_id: z.nullable(z.string()),
          status: z.string(),
          why: z.string(),
        }),
      ),
    ),
    /** The parts of the file that could not be read, and were not booked. */
    unread: z.array(z.object({ place: z.string(), reason: z.string() })),
  }),
  async run(deps: CommandDeps, { words: { file }, options: { actor = deps.operator } }) {
    const bytes = await readFile(file).catch(() => {
      throw new CallRefused(`The file ${file} cannot be read; nothing was imported.`)
    })
    const hash = createHash('sha256').update(bytes).digest('hex')
    const report = readable(() => readStatusReport(bytes))
    if (report) return importReport(deps, report, { hash, by: actor })
    const statement = readable(() => readStatement(bytes, deps.bankAccount.iban))
    if (statement.iban !== deps.bankAccount.iban)
      throw new CallRefused(
        `The statement is of account ${statement.iban}; the exchange’s is ${deps.bankAccount.iban}. Nothing was imported.`,
      )
    const imported = await importStatement(
      { ...deps, statements: statementStore(deps) },
      { statement, hash, by: actor, progress: progressOf(deps, statement) },
    )
    const { unread } = imported
    return {
      text: importSummary(statement.iban, imported, await alsoMismatched(deps, imported)),
      data: {
        entries: imported.entries,
        matched: imported.matched,
        owed: imported.owed,
        seen_before: imported.seenBefore,
        unread: unread.map(({ place, reason }) => ({ place, reason })),
      },
      failed: unread.length > 0,
    }
  },
})

/** The returned payments of an import under whose id more money had left than their own. */
async function alsoMismatched({ query }: CommandDeps, { taken }: Imported): Promise<ReadonlySet<string>> {
  const returned = taken.flatMap(({ outcome: { ofPayment } }) =>
    ofPayment?.is === 'came_back' ? [ofPayment.payment.id] : [],
  )
  return new Set((await mismatchedPayments(query, returned)).map(({ id }) => id))
}

/** Reports the progress of a large file, every so many lines. */
function progressOf(
  { progress }: CommandDeps,
  { entries }: Statement,
): ((lines: number) => void) | undefined {
  if (!progress) return undefined
  let said = 0
  return (lines) => {
    const reached = Math.floor(lines / LINES_BETWEEN_WORDS)
    if (reached > said) progress(`${lines} of ${entries.length} lines`)
    said = reached
  }
}

const LINES_BETWEEN_WORDS = 1_000

const NEXT =
  'Nothing was imported or booked: get the file from your bank again, or ask your bank about it, and import that.'

/** @throws CallRefused */
function readable<File>(read: () => File): File {
  try {
    return read()
  } catch (error) {
    if (error instanceof StatementUnreadable) throw new CallRefused(`${error.message} ${NEXT}`)
    throw error
  }
}
