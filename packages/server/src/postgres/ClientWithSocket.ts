import { Socket } from 'node:net'
import { Client, type ClientConfig } from 'pg'

/**
 * A client that can be ended when the server no longer answers, by destroying its socket. An error of its connection
 * always has a listener: one that arrives with the server's greeting, before the client is passed on, would otherwise
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
