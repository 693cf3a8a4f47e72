import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { freePort } from '@cambio/server/freePort.ts'
import { addressOf, echoServer, expectPromised, untilAnswers } from './frontProxy.ts'
import { run, tool } from './tool.ts'

const CONF = join(import.meta.dirname, '../caddy/Caddyfile')
const COMPOSE_CONF = join(import.meta.dirname, '../compose/Caddyfile')

/**
 * Runs Caddy with its file, certificates of its own and other ports, in front of a server that tells what reached it; and
 * has it read the file of compose.
 */
export async function checkCaddy(): Promise<string> {
  const caddy = tool('caddy', 'caddy')
  const folder = await mkdtemp(join(tmpdir(), 'cambio-caddy-'))
  const environment = {
    PATH: process.env['PATH'],
    HOME: folder,
    EXCHANGE_HOST: 'exchange.example.com',
    CARDS_HOST: 'cards.example.com',
  }
  const behind = echoServer()
  behind.listen(0, '127.0.0.1')
  await once(behind, 'listening')
  let child: ChildProcess | undefined
  try {
    const port = await freePort(0)
    const file = join(folder, 'Caddyfile')
    await writeFile(file, await configuration(port, addressOf(behind)))
    const words = (path: string) => ['--adapter', 'caddyfile', '--config', path]
    await run('/usr/bin/env', [...settings(environment), caddy, 'validate', ...words(COMPOSE_CONF)])
    child = spawn(caddy, ['run', ...words(file)], { stdio: 'ignore', env: environment })
    await untilAnswers(port)
    await expectPromised(port)
    return 'addresses, TLS, events, body sizes and closed paths are as they should be; it takes the file of compose.'
  } finally {
    if (child !== undefined && child.exitCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    behind.close()
    behind.closeAllConnections()
    await rm(folder, { recursive: true, force: true })
  }
}

/** The file before a server of the check's, with certificates that Caddy signs itself. */
async function configuration(port: number, behind: string): Promise<string> {
  const options = [
    'admin off',
    'grace_period 1s',
    'servers {\nprotocols h1 h2\n}',
    'local_certs',
    'skip_install_trust',
    'auto_https disable_redirects',
    'default_bind 127.0.0.1',
    `https_port ${port}`,
  ]
  const conf = (await readFile(CONF, 'utf8')).replaceAll(/127\.0\.0\.1:\d+/g, behind)
  return `{\n${options.join('\n')}\n}\n${conf}`
}

function settings(environment: Readonly<Record<string, string | undefined>>): readonly string[] {
  return Object.entries(environment).map(([name, value]) => `${name}=${value}`)
}
