import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { programArguments } from '@cambio/server/settings/programArguments.ts'
import { attach } from './Debugger.ts'

/** The card platform as its own program in its own process, with everything it writes kept. */
export async function startPlatform(environment: Readonly<Record<string, string>>) {
  const main = join(import.meta.dirname, '../../src/main.ts')
  const child = spawn(process.execPath, [...programArguments, '--inspect=127.0.0.1:0', main], {
    env: { PATH: process.env['PATH'] ?? '', CARDS_PORT: '0', HOST: '127.0.0.1', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk))
  const written = () => Buffer.concat(output)

  async function line(pattern: RegExp): Promise<string> {
    for (;;) {
      const match = pattern.exec(written().toString())
      if (match?.[1] !== undefined) return match[1]
      if (child.exitCode !== null) throw new Error(`The platform did not start: ${written().toString()}`)
      await sleep(20)
    }
  }

  const debug = await attach(await line(/Debugger listening on (ws:\S+)/))
  return {
    url: await line(/Card platform: (\S+)/),
    debug,
    written,
    async stop() {
      debug.close()
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}
