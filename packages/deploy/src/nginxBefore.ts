import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@cambio/server/freePort.ts'
import { untilAnswers } from './frontProxy.ts'
import { run, tool } from './tool.ts'

const CONF = join(import.meta.dirname, '../nginx/cambio.conf')

/** nginx that runs in front of a program. */
export type Nginx = { readonly port: number; readonly stop: () => Promise<void> }

/**
 * Runs nginx with the file as it is, but for ports and certificates.
 * @param behind the address of the program, such as 127.0.0.1:8787
 * @throws MissingTool, or Error with what nginx says
 */
export async function nginxBefore(behind: string): Promise<Nginx> {
  const nginx = tool('nginx', 'nginx-light')
  const openssl = tool('openssl', 'openssl')
  const folder = await mkdtemp(join(tmpdir(), 'cambio-nginx-'))
  const port = await freePort(0)
  try {
    const certificate = ['-newkey', 'rsa:2048', '-nodes', '-x509', '-days', '1', '-subj', '/CN=localhost']
    await run(openssl, ['req', ...certificate, '-keyout', join(folder, 'key'), '-out', join(folder, 'cert')])
    await writeFile(join(folder, 'nginx.conf'), await configuration(folder, { port, behind }))
    const words = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')]
    await run(nginx, ['-t', ...words])
    const child = spawn(nginx, [...words, '-g', 'daemon off;'], { stdio: 'ignore' })
    const stop = async () => {
      if (child.exitCode === null) {
        // A stream that is open would keep it from ending by itself.
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
      await rm(folder, { recursive: true, force: true })
    }
    await untilAnswers(port).catch(async (error: unknown) => {
      await stop()
      throw error
    })
    return { port, stop }
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
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
