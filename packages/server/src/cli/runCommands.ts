import process from 'node:process'
import { runProgram } from '../runProgram.ts'
import { answerCall, type Answer, type CommandLine } from './answerCall.ts'

/**
 * A program's command line as a whole: answers the call that this process was started with. The answer goes to standard
 * output; what is to be known beside it, and why nothing was done, to standard error. A call that did not do what was
 * asked leaves exit code 1. Who stops reading the answer, as `head` does, has read enough of it.
 */
export async function runCommands<Deps>(
  line: CommandLine<Deps>,
  open: (work: (deps: Deps) => Promise<Answer>, stopped: AbortSignal) => Promise<Answer>,
): Promise<void> {
  await runProgram(async (stopped) => {
    for (const stream of [process.stdout, process.stderr]) stream.on('error', ignoreClosedPipe)
    const words = process.argv.slice(2)
    const { output, note, ok, isComplaint } = await answerCall(line, words, (work) => open(work, stopped))
    const stream = isComplaint ? process.stderr : process.stdout
    stream.write(`${output}\n`)
    if (note !== undefined) process.stderr.write(`${note}\n`)
    if (!ok) process.exitCode = 1
  })
}

/** @throws Error what else is wrong with a stream */
function ignoreClosedPipe(error: Error): void {
  if (!('code' in error) || error.code !== 'EPIPE') throw error
}
