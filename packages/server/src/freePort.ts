import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'
import { StartRefused } from './settings/StartRefused.ts'

const LOWEST_PORT = 20_000
const HIGHEST_PORT = 30_000
const TRIES = 100

/** The ports that this process keeps for itself. */
const reserved = new Set<number>()

/**
 * A port of this machine that is free now: the preferred one if it is, so that addresses stay the same over restarts. It is kept for
 * this process until that ends, since what will listen on it may take seconds to start: no other caller is given it. Any other than
 * the preferred one lies below those that systems hand out to connections by themselves.
 * @param preferred 0 where none is
 * @throws StartRefused
 */
export async function freePort(preferred: number): Promise<number> {
  if (preferred !== 0 && (await isOurs(preferred)) && (await isFree(preferred))) return preferred
  for (let tries = 0; tries < TRIES; tries += 1) {
    const port = randomInt(LOWEST_PORT, HIGHEST_PORT)
    if ((await reserve(port)) && (await isFree(port))) return port
  }
  throw new StartRefused(
    `No free port was found between ${LOWEST_PORT} and ${HIGHEST_PORT}: end a program that holds many of them.`,
  )
}

/** Whether no other process keeps a port. Outside of the range none is kept: a person chose it. */
async function isOurs(port: number): Promise<boolean> {
  const isKept = port >= LOWEST_PORT && port < HIGHEST_PORT
  return !isKept || reserved.has(port) || (await reserve(port))
}

/**
 * Holds the UDP port of the same number, which only one process can and which stands in nobody's way, since everything here listens
 * on TCP. The system lets go of it when the process ends, however it ends.
 */
function reserve(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4').unref()
    socket.once('error', () => resolve(false))
    socket.bind({ port, address: '127.0.0.1', exclusive: true }, () => {
      reserved.add(port)
      resolve(true)
    })
  })
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
