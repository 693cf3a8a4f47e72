import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import type { Ask } from './collectAnswers.ts'

/** A person at a terminal, or a file of lines instead. */
export type Terminal = { readonly ask: Ask; close(): void }

/** Asks on one stream and reads lines from another. Typed secrets are not shown. */
export function openTerminal(input: NodeJS.ReadableStream, output: NodeJS.WritableStream): Terminal {
  let isHidden = false
  const shown = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (!isHidden) output.write(chunk)
      done()
    },
  })
  const isTerminal = 'isTTY' in input && input.isTTY === true
  const lines = createInterface({ input, output: shown, terminal: isTerminal })
  const next = lines[Symbol.asyncIterator]()
  return {
    async ask(sentence, { isSecret }) {
      output.write(sentence)
      isHidden = isSecret
      const { value, done } = await next.next()
      isHidden = false
      if (isSecret || !isTerminal) output.write('\n')
      return done === true ? undefined : value
    },
    close: () => lines.close(),
  }
}
