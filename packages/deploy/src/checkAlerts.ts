import { join } from 'node:path'
import { run, tool } from './tool.ts'

const folder = join(import.meta.dirname, '../prometheus')

/** Has Prometheus read the rules, and fire each on its fault and none while all is well. */
export async function checkAlerts(): Promise<string> {
  const promtool = tool('promtool', 'prometheus')
  const checked = await run(promtool, ['check', 'rules', 'alerts.yml'], folder)
  await run(promtool, ['test', 'rules', 'alerts.test.yml'], folder)
  return `${/\d+ rules found/.exec(checked)?.[0] ?? 'rules found'}, and each fires on its fault alone.`
}
