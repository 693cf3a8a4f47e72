import { csvLine } from '@cambio/server/csv.ts'
import type { DoorContext } from '@cambio/server/http/door.ts'
import type * as z from 'zod/mini'
import type { AnswerHeaders } from './problem.ts'

/** The format of an answer of rows. */
type RowFormat = 'csv' | 'jsonl'

const mediaTypes: Readonly<Record<RowFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/jsonl',
}

/** The format that a request asks for: in its query, or else in Accept, or else CSV. */
export function rowFormatOf(c: DoorContext, format: unknown): RowFormat {
  if (format === 'csv' || format === 'jsonl') return format
  return /\bapplication\/(jsonl|x-ndjson|x-jsonlines|json)\b/i.test(c.req.header('accept') ?? '')
    ? 'jsonl'
    : 'csv'
}

/**
 * Streams rows as they are read, one batch in memory at a time, at the reader's pace. A failure before the first batch
 * is answered as a problem; a later one closes the connection, which tells the reader that the answer is incomplete.
 * @param input.check checks each row by its schema, in tests
 * @param input.report is called with the error that breaks the answer off
 */
export async function rowsAnswer(
  batches: AsyncIterable<readonly object[]>,
  input: {
    readonly format: RowFormat
    readonly row: z.ZodMiniObject
    readonly headers: AnswerHeaders
    readonly check: (row: unknown) => void
    readonly report: (error: unknown) => void
  },
): Promise<Response> {
  const { format, row, headers, check, report } = input
  const names = Object.keys(row.shape)
  const iterator = batches[Symbol.asyncIterator]()
  let next = await iterator.next()
  const encoder = new TextEncoder()
  const lineOf = (value: object) =>
    format === 'csv'
      ? `${csvLine(names.map((name) => Reflect.get(value, name)))}\r\n`
      : `${JSON.stringify(value)}\n`
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      if (format === 'csv') controller.enqueue(encoder.encode(`${csvLine(names)}\r\n`))
    },
    async pull(controller) {
      try {
        while (!next.done && next.value.length === 0) next = await iterator.next()
        if (next.done) return controller.close()
        for (const each of next.value) check(each)
        controller.enqueue(encoder.encode(next.value.map(lineOf).join('')))
        next = await iterator.next()
      } catch (error) {
        report(error)
        controller.error(error)
      }
    },
    async cancel() {
      await iterator.return?.()
    },
  })
  return new Response(body, { headers: { ...headers, 'Content-Type': mediaTypes[format] } })
}
