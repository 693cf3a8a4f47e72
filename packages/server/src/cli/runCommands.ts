import process from 'node:process'
import { runProgram } from '../runProgram.ts'
import { answerCall, type Answer, type CommandLine } from './answerCall.ts'

/**
 * Runs a program's command line: answers the call that started this process. The answer goes to standard output; notes
 * and refusals go to standard error. A call that did not succeed leaves exit code 1. A reader that closes the pipe
 * early, as `head` does, causes no error.
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

/** @throws Error for any other error of a stream */
function ignoreClosedPipe(error: Error): void {
  if (!('code' in error) || error.code !== 'EPIPE') throw error
}
