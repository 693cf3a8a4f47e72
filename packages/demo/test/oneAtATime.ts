import { readFile, rm, writeFile } from 'node:fs/promises'
import { setTimeout as after } from 'node:timers/promises'

/** How often is looked whether the other process is done, milliseconds. */
const LOOK_EVERY_MS = 100

/**
 * Does some work while no other process of this machine does the same: unit and browser tests run beside each other. A
 * process that ended in its midst keeps nobody waiting.
 * @param lock a file that exists as long as somebody is at it; it names the process
 */
export async function oneAtATime<T>(lock: string, work: () => Promise<T>): Promise<T> {
  while (!(await take(lock))) {
    if (!(await isAtWork(lock))) await rm(lock, { force: true })
    await after(LOOK_EVERY_MS)
  }
  try {
    return await work()
  } finally {
    await rm(lock)
  }
}

async function take(lock: string): Promise<boolean> {
  try {
    await writeFile(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/** Whether the process that the lock names is alive. One that is just writing its name is. */
async function isAtWork(lock: string): Promise<boolean> {
  const owner = await readFile(lock, 'utf8').catch(() => '')
  if (owner === '') return true
  try {
    return process.kill(Number(owner), 0)
  } catch {
    return false
  }
}
