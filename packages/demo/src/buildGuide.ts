import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'

const ofGuide = fileURLToPath(new URL('../../guide/.vitepress/build.ts', import.meta.url))

/**
 * Builds the guide where it is older than its pages, in a process that gives way to the programs: to be called when they
 * run, since a start has no time for it.
 * @param stopped ends the build
 * @param script builds it
 */
export async function buildGuide(
  print: (sentence: string) => void,
  stopped: AbortSignal,
  script = ofGuide,
): Promise<void> {
  if (stopped.aborted) return
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'ignore', 'pipe'] })
  const end = () => void child.kill('SIGTERM')
  stopped.addEventListener('abort', end)
  const complaints: string[] = []
  child.stderr.on('data', (part) => complaints.push(String(part)))
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  const [code] = await once(child, 'close')
  stopped.removeEventListener('abort', end)
  if (code === 0 || stopped.aborted) return
  print(`The guide could not be built and is not shown; everything else runs. "pnpm run build" says why.`)
  print(complaints.join('').trim())
}
