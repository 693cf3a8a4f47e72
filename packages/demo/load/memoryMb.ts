import { readFile } from 'node:fs/promises'

/** Resident memory of a process, megabytes: what it has now, and the most that it ever had. */
export type MemoryMb = { readonly now: number; readonly peak: number }

/** The memory of a process; undefined where the system does not tell (it is Linux that does). */
export async function memoryMb(pid: number): Promise<MemoryMb | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const [now, peak] = [/VmRSS:\s+(\d+) kB/, /VmHWM:\s+(\d+) kB/].map((line) => line.exec(status)?.[1])
  if (now === undefined || peak === undefined) return undefined
  return { now: inMb(now), peak: inMb(peak) }
}

function inMb(kilobytes: string): number {
  return Math.round(Number(kilobytes) / 1024)
}
