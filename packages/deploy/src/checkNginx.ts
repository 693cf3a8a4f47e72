import { once } from 'node:events'
import { addressOf, echoServer, expectPromised } from './frontProxy.ts'
import { nginxBefore } from './nginxBefore.ts'

/** Runs nginx in front of a server that tells what reached it. */
export async function checkNginx(): Promise<string> {
  const behind = echoServer()
  behind.listen(0, '127.0.0.1')
  await once(behind, 'listening')
  try {
    const nginx = await nginxBefore(addressOf(behind))
    try {
      await expectPromised(nginx.port)
    } finally {
      await nginx.stop()
    }
    return 'addresses, TLS, events, body sizes and closed paths are as they should be.'
  } finally {
    behind.close()
    behind.closeAllConnections()
  }
}
