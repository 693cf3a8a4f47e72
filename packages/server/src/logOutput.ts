import { destination, type DestinationStream } from 'pino'

/** So many characters are written at once, or what there is after `GATHER_MS`. */
const GATHERED_LENGTH = 15_000

/** The longest that a line waits for further ones, milliseconds: a killed process loses those of this time. */
const GATHER_MS = 100

/** How often an exit tries to write to a reader that takes nothing; a try takes a tenth of a second. */
const LAST_TRIES = 2

/**
 * Standard output for a log. Lines gather for a moment, since a write for each would cost more than the line; and they
 * gather here, since the library measures all that has gathered anew for each line. An exit writes the rest, but does
 * not wait for a reader that has stopped reading.
 */
export function logOutput(): DestinationStream {
  let triesLeft = Infinity
  const output = destination({ dest: 1, sync: false, retryEAGAIN: () => (triesLeft -= 1) > 0 })
  let gathered = ''

  function writeGathered(): void {
    if (gathered === '') return
    output.write(gathered)
    gathered = ''
  }

  setInterval(writeGathered, GATHER_MS).unref()
  const writeRest = output.flushSync.bind(output)
  // The library calls it as the process exits.
  output.flushSync = () => {
    triesLeft = LAST_TRIES
    try {
      writeGathered()
      writeRest()
    } catch {
      // Nobody reads it.
    }
  }
  return {
    write(line) {
      gathered += line
      if (gathered.length >= GATHERED_LENGTH) writeGathered()
    },
  }
}
