import { Socket } from 'node:net'
import { Client, type ClientConfig } from 'pg'

/**
 * A client that can be ended when nobody at the other end takes leave: its socket is ours to destroy. An error of its
 * connection is always heard: one that comes with the server's greeting, before anybody has the client, would otherwise
 * end the process. The next statement on it fails.
 */
export class ClientWithSocket extends Client {
  readonly socket: Socket

  constructor(config: ClientConfig = {}) {
    const socket = new Socket()
    super({ ...config, stream: () => socket })
    this.socket = socket
    this.on('error', () => {})
  }
}
