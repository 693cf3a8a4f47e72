import { join } from 'node:path'
import { run, tool } from './tool.ts'

const CONF = join(import.meta.dirname, '../patroni/haproxy.cfg')

/** Has HAProxy read the file that leads to the primary. “pnpm ha” runs it, and Patroni's beside it. */
export async function checkProxyToPrimary(): Promise<string> {
  await run(tool('haproxy', 'haproxy'), ['-c', '-f', CONF])
  return 'HAProxy takes the file.'
}
