import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { run, tool } from './tool.ts'

const folder = join(import.meta.dirname, '../systemd')
/** The exposure that a unit may have at most, of 10. */
const MOST = 2

/** Has systemd say what each unit exposes. */
export async function checkUnits(): Promise<string> {
  const analyze = tool('systemd-analyze', 'systemd')
  const units = (await readdir(folder)).filter((name) => name.endsWith('.service'))
  const levels = []
  for (const unit of units) {
    const said = await run(analyze, ['security', '--offline=true', '--no-pager', join(folder, unit)])
    const level = Number(/exposure level for \S+: (\d+\.\d)/.exec(said)?.[1] ?? Number.NaN)
    if (!(level <= MOST)) throw new Error(`${unit} exposes ${level}, and ${MOST} is the most.`)
    levels.push(`${unit} ${level}`)
  }
  return `${levels.join(', ')}.`
}
