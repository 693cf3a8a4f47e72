import { spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'

const CODE = `process.on('SIGTERM', () => process.exit()); setInterval(() => {}, 1000); console.log('ready')`

/**
 * Starts a Node program that does nothing, as a control: it shows how long any program takes to end at this moment.
 * @returns ends it by TERM, and reports how long that took, milliseconds
 */
export async function startBare(): Promise<() => Promise<number>> {
  const child = spawn(process.execPath, ['--eval', CODE], { stdio: ['ignore', 'pipe', 'ignore'] })
  await once(child.stdout, 'data')
  return async () => {
    const ended = once(child, 'exit')
    const begun = performance.now()
    child.kill('SIGTERM')
    await ended
    return performance.now() - begun
  }
}
