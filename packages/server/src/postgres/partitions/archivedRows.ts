import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'

/**
 * The rows of an archive, one after the other: each column as PostgreSQL writes it, null for null.
 * @throws Error where the file cannot be read or is not compressed by gzip
 */
export async function* archivedRows(path: string): AsyncGenerator<(string | null)[]> {
  const file = createReadStream(path)
  const plain = createGunzip().setEncoding('utf8')
  file.on('error', (error) => plain.destroy(error)).pipe(plain)
  try {
    for await (const row of lines(plain))
      yield row.split('\t').map((value) => (value === '\\N' ? null : unescaped(value)))
  } finally {
    file.destroy()
  }
}

/** Lines that each end with a line feed, and nothing else: what else could end one is text within it. */
async function* lines(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of chunks) {
    const ended = (rest + chunk).split('\n')
    rest = ended.pop() ?? ''
    yield* ended
  }
}

const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

function unescaped(value: string): string {
  return value.replaceAll(/\\(.)/g, (_, letter: string) => escapes[letter] ?? letter)
}
