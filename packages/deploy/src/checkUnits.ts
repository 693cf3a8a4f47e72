import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run, tool } from './tool.ts'

const checkout = join(import.meta.dirname, '../../..')
const folder = join(import.meta.dirname, '../systemd')
/** The exposure that a unit may have at most, of 10. */
const MOST = 2

/** Has systemd say whether it takes each unit, and what that exposes. */
export async function checkUnits(): Promise<string> {
  const analyze = tool('systemd-analyze', 'systemd')
  const units = (await readdir(folder)).filter((name) => name.endsWith('.service'))
  await verify(analyze, units)
  const levels = []
  for (const unit of units) {
    const said = await run(analyze, ['security', '--offline=true', '--no-pager', join(folder, unit)])
    const level = Number(/exposure level for \S+: (\d+\.\d)/.exec(said)?.[1] ?? Number.NaN)
    if (!(level <= MOST)) throw new Error(`${unit} exposes ${level}, and ${MOST} is the most.`)
    levels.push(`${unit} ${level}`)
  }
  return `${levels.join(', ')}.`
}

/** Has systemd read the units as installed for this checkout: what they start has to be there. @throws Error with its warnings */
async function verify(analyze: string, units: readonly string[]): Promise<void> {
  const moved = await mkdtemp(join(tmpdir(), 'cambio-units-'))
  try {
    for (const unit of units) {
      const text = await readFile(join(folder, unit), 'utf8')
      await writeFile(join(moved, unit), text.replaceAll('/opt/cambio', checkout))
    }
    const said = await run(analyze, ['verify', '--man=no', ...units.map((unit) => join(moved, unit))])
    if (said !== '') throw new Error(said)
  } finally {
    await rm(moved, { recursive: true, force: true })
  }
}
