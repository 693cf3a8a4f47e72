import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { silentLog } from '@cambio/server/log.ts'
import { expect, test } from 'vitest'
import { openRig } from '../rig.ts'

const EMPTY =
  'the list of sanctioned wallets is empty, so nobody is screened by it: “sanctions refresh” reads it'
const OLD = 'the list of sanctioned wallets is older than seven days: “sanctions refresh” reads it anew'
const DAY_MS = 24 * 60 * 60 * 1_000

/** Starts an exchange, which looks at its list at once, and tells what it warned of and measured. */
async function started(mode: 'live' | 'sandbox', ageDays: number | null) {
  const warnings: string[] = []
  const log = { ...silentLog, warn: (event: string) => void warnings.push(event) }
  const rig = await openRig({ mode, log })
  const folder = await mkdtemp(join(tmpdir(), 'sanctions-age-'))
  try {
    if (ageDays !== null) {
      const file = join(folder, 'list')
      await writeFile(file, '0x8589427373d6d84e98730d7795d8f6f8731fda16\n')
      expect((await rig.runCommand('sanctions', 'refresh', '--file', file)).ok).toBe(true)
      rig.pass(ageDays * DAY_MS)
    }
    rig.work.start()
    const measured = async () => (await rig.exchange.metrics.exposition()).body
    await expect.poll(measured).toMatch(/^sanctions_wallets\S* [01]$/m)
    await rig.work.stop()
    const age = /^sanctions_list_age_seconds\S* (\S+)$/m.exec(await measured())?.[1]
    const ofList = warnings.filter((event) => event.includes('sanctioned'))
    return { warnings: ofList, ageDays: age === '+Inf' ? null : (Number(age) * 1_000) / DAY_MS }
  } finally {
    await rm(folder, { recursive: true })
    await rig.close()
  }
}

test.for([
  ['live', null, [EMPTY]],
  ['live', 8, [OLD]],
  ['live', 6, []],
  ['sandbox', null, []],
  ['sandbox', 8, []],
] as const)('a start of %s with a list of %s days warns of %j', async ([mode, ageDays, warnings]) => {
  expect(await started(mode, ageDays)).toEqual({ warnings, ageDays })
})
