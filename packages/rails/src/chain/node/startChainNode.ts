import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { freePort } from '@cambio/server/freePort.ts'
import { makeFolder } from '@cambio/server/makeFolder.ts'
import { StartRefused } from '@cambio/server/settings/StartRefused.ts'
import * as z from 'zod/mini'
import { callAnvil, isRunning, startAnvil, stopAnvil, type AnvilProcess } from './anvilProcess.ts'
import { chainState, type ChainState } from './ChainState.ts'

/** The sandbox's chain, running. */
export type ChainNode = {
  readonly url: string
  readonly port: number
  /** The current process. */
  readonly pid: number
  /**
   * Stops the node; its chain stays on disk. A second call does nothing: port and process number may be another's by
   * then.
   */
  close(): Promise<void>
}

type Options = {
  readonly dataDir: string
  /** 0 uses the last port, or any free one. */
  readonly port: number
  readonly print: (sentence: string) => void
  /** How large the state may grow before the node is restarted without its old parts, bytes. */
  readonly largestState?: number
}

/**
 * A node adds this much in an hour and a half. With a state of this size it starts half a second later than an empty
 * one.
 */
const LARGEST_STATE = 12 * 1024 * 1024
const LOOK_AGAIN_MS = 250
/** A restart is worthwhile if it shrinks the state to this share or less. */
const WORTHWHILE = 0.75
/** By which factor a state must grow before it is examined again, after it could not be made smaller. */
const GROWTH = 1.5

/**
 * Runs the sandbox's chain in a data folder, one block a second. A node that outlived its program is taken over; one
 * that ends is restarted from what it had written.
 * @throws StartRefused when another program uses its port
 */
export async function startChainNode(options: Options): Promise<ChainNode> {
  const folder = join(options.dataDir, 'chain')
  const largest = options.largestState ?? LARGEST_STATE
  makeFolder(folder, 0o700)
  const place: Place = {
    state: chainState(folder, largest),
    note: join(folder, 'node.json'),
    log: join(folder, 'node.log'),
  }
  const stop = new AbortController()
  /** The size at which the state is examined next, bytes. */
  let limit = largest
  let node = await findOrStart(place, options)
  const keeping = keep()

  async function keep(): Promise<void> {
    while (!stop.signal.aborted) {
      const size = await place.state.keepCopy().catch(() => 0)
      const isOurs =
        size > limit && (await isIdle(node)) && (await isWorthwhile(size)) && (await isIdle(node))
      if (isOurs) {
        await stopAnvil(node)
        limit = largest
      }
      if (!(await isRunning(node, place.state.path))) await again(isOurs)
      await after(LOOK_AGAIN_MS, undefined, { signal: stop.signal }).catch(() => {})
    }
  }

  /** Whether a restart makes the state much smaller. A state that must mostly stay is left to grow. */
  async function isWorthwhile(size: number): Promise<boolean> {
    const trimmedSize = (await place.state.trimmedSize()) ?? size
    if (trimmedSize <= size * WORTHWHILE) return true
    limit = size * GROWTH
    return false
  }

  async function again(isOurs: boolean): Promise<void> {
    if (!isOurs) options.print('The chain node ended and is being started again.')
    try {
      node = await start(place, node.port)
    } catch (error) {
      options.print(error instanceof Error ? error.message : 'The chain node does not start.')
    }
  }

  async function end(): Promise<void> {
    stop.abort()
    await keeping
    await stopAnvil(node)
  }

  let ended: Promise<void> | undefined
  return {
    port: node.port,
    url: `http://127.0.0.1:${node.port}`,
    get pid() {
      return node.pid
    },
    close: () => (ended ??= end()),
  }
}

type Place = { readonly state: ChainState; readonly note: string; readonly log: string }

async function findOrStart(place: Place, { port, print }: Options): Promise<AnvilProcess> {
  const last = await readNote(place.note)
  if (last !== undefined && (await isRunning(last, place.state.path))) {
    if (port === 0 || port === last.port) return last
    await stopAnvil(last)
  }
  const preferredPort = port === 0 ? (last?.port ?? 0) : port
  const free = await freePort(preferredPort)
  if (port !== 0 && free !== port) {
    throw new StartRefused(
      `Port ${port} is in use by another program: stop that program, or set CHAIN_PORT to a free port.`,
    )
  }
  print('Starting the chain…')
  return start(place, free)
}

async function start({ state, note, log }: Place, port: number): Promise<AnvilProcess> {
  await state.prepare()
  const settings = ['--block-time', '1', '--state', state.path, '--state-interval', '1']
  const node = await startAnvil({ port, log, settings })
  await writeFile(note, JSON.stringify(node), { mode: 0o600 })
  return node
}

const Note = z.object({ pid: z.number(), port: z.number() })

/** The node that ran last. Undefined where there was none. */
async function readNote(path: string): Promise<AnvilProcess | undefined> {
  try {
    return Note.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch {
    return undefined
  }
}

const Pool = z.object({ pending: z.string(), queued: z.string() })

/** Whether no transaction is pending: pending ones are in no file, and would be lost. */
async function isIdle({ port }: AnvilProcess): Promise<boolean> {
  try {
    const { pending, queued } = Pool.parse(await callAnvil(port, 'txpool_status'))
    return Number(pending) === 0 && Number(queued) === 0
  } catch {
    return false
  }
}
