import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@cambio/server/freePort.ts'
import { addressOf, echoServer, expectPromised, untilAnswers } from './frontProxy.ts'
import { run, tool } from './tool.ts'

const CONF = join(import.meta.dirname, '../nginx/cambio.conf')

/** Runs nginx with the file as it is, but for ports and certificates, in front of a server that tells what reached it. */
export async function checkNginx(): Promise<string> {
  const nginx = tool('nginx', 'nginx-light')
  const openssl = tool('openssl', 'openssl')
  const folder = await mkdtemp(join(tmpdir(), 'cambio-nginx-'))
  const behind = echoServer()
  behind.listen(0, '127.0.0.1')
  await once(behind, 'listening')
  const port = await freePort(0)
  let child: ChildProcess | undefined
  try {
    const certificate = ['-newkey', 'rsa:2048', '-nodes', '-x509', '-days', '1', '-subj', '/CN=localhost']
    await run(openssl, ['req', ...certificate, '-keyout', join(folder, 'key'), '-out', join(folder, 'cert')])
    await writeFile(
      join(folder, 'nginx.conf'),
      await configuration(folder, { port, behind: addressOf(behind) }),
    )
    const words = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')]
    await run(nginx, ['-t', ...words])
    child = spawn(nginx, [...words, '-g', 'daemon off;'], { stdio: 'ignore' })
    await untilAnswers(port)
    await expectPromised(port)
    return 'addresses, TLS, events, body sizes and closed paths are as they should be.'
  } finally {
    if (child !== undefined && child.exitCode === null) {
      child.kill('SIGQUIT')
      await once(child, 'exit')
    }
    behind.close()
    behind.closeAllConnections()
    await rm(folder, { recursive: true, force: true })
  }
}

async function configuration(
  folder: string,
  { port, behind }: { port: number; behind: string },
): Promise<string> {
  const conf = (await readFile(CONF, 'utf8'))
    .replaceAll('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replace('listen 80', `listen unix:${folder}/http`)
    .replaceAll(/server 127\.0\.0\.1:\d+/g, `server ${behind}`)
    .replaceAll(/ssl_certificate \S+;/g, `ssl_certificate ${folder}/cert;`)
    .replaceAll(/ssl_certificate_key \S+;/g, `ssl_certificate_key ${folder}/key;`)
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const temporary = paths.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')
  return `user root;\npid ${folder}/pid;\nevents {}\nhttp {\naccess_log off;\n${temporary}\n${conf}\n}\n`
}
