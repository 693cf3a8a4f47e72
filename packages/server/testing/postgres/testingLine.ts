import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A line to a database that a test can make bad. */
export type Line = {
  /** The database's address through this line. */
  readonly url: string
  /** Lets nothing through in either direction, and closes nothing: the other end seems to be there and is silent. */
  stall(): void
  /** Goes on with what had come meanwhile. */
  resume(): void
  /** Cuts every connection, as a server that dies. Whoever connects then gets through. */
  cut(): void
  /** Cuts every connection and lets nobody in until `admit`, as a server that is down. */
  refuse(): void
  admit(): void
  /** How many connections have been tried. */
  readonly tries: number
  /** The next statement that reads like this is let through, and its connection is cut before its answer. */
  loseNextAnswer(to: RegExp): void
  /** How many answers were lost so. */
  readonly lostAnswers: number
  close(): Promise<void>
}

/** Opens a line to the database at an address. */
export async function openLine(databaseUrl: string): Promise<Line> {
  const target = new URL(databaseUrl)
  const pairs = new Set<readonly [Socket, Socket]>()
  let isStalled = false
  let isRefusing = false
  let lost: RegExp | undefined
  let lostAnswers = 0
  let tries = 0
  const server = createServer((near) => {
    tries += 1
    if (isRefusing) return void near.destroy()
    const far = connect(Number(target.port), target.hostname)
    const pair = [near, far] as const
    pairs.add(pair)
    const end = () => {
      pairs.delete(pair)
      near.destroy()
      far.destroy()
    }
    let isLost = false
    near.on('data', (data) => {
      if (lost?.test(data.toString('latin1'))) {
        isLost = true
        lost = undefined
        lostAnswers += 1
      }
      far.write(data)
    })
    far.on('data', (data) => (isLost ? end() : near.write(data)))
    for (const socket of pair) socket.on('error', end).on('close', end)
    if (isStalled) hold(pair)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.searchParams.delete('host')
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  const cut = () => pairs.forEach((pair) => pair.forEach((socket) => socket.destroy()))
  return {
    url: url.href,
    stall() {
      isStalled = true
      pairs.forEach(hold)
    },
    resume() {
      isStalled = false
      for (const pair of pairs) for (const socket of pair) socket.resume()
    },
    cut,
    refuse() {
      isRefusing = true
      cut()
    },
    admit() {
      isRefusing = false
    },
    loseNextAnswer(to) {
      lost = to
    },
    get tries() {
      return tries
    },
    get lostAnswers() {
      return lostAnswers
    },
    async close() {
      server.close()
      cut()
      await once(server, 'close')
    },
  }
}

function hold(pair: readonly [Socket, Socket]): void {
  for (const socket of pair) socket.pause()
}
