import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'
import { StartRefused } from './settings/StartRefused.ts'

const LOWEST_PORT = 20_000
const HIGHEST_PORT = 30_000
const TRIES = 100

/** The ports that this process has reserved. */
const reserved = new Set<number>()

/**
 * A free port of this machine: the preferred one if it is free, so that addresses stay the same over restarts. It stays
 * reserved until this process ends, since its server may take seconds to start: no other caller gets it. A port other
 * than the preferred one lies below the system's ephemeral range.
 * @param preferred 0 for none
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

/** Whether no other process has reserved a port. Ports outside the range are not reserved: a person chose them. */
async function isOurs(port: number): Promise<boolean> {
  const isKept = port >= LOWEST_PORT && port < HIGHEST_PORT
  return !isKept || reserved.has(port) || (await reserve(port))
}

/**
 * Reserves a port by binding the UDP port of the same number: only one process can, and it disturbs nothing, since
 * everything here listens on TCP. The system releases it when the process ends, however it ends.
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
