import { answerHealth, type Missing } from './http/answerHealth.ts'
import { serve, type Fetch } from './http/serve.ts'
import { within } from './http/within.ts'
import type { DueWork } from './work/due.ts'

/**
 * How long requests and work in hand may go on when a program is asked to end, milliseconds. Another process, or the
 * next start, goes on with what is cut after that, as after a crash.
 */
const GRACE_MS = 500

/** A program that listens and does its due work. */
export type Service<Built> = {
  readonly built: Built
  readonly port: number
  /** Lets requests and work in hand finish for a moment, then closes everything, within a second in any state. */
  close(): Promise<void>
}

/** What a program is built of, once it knows its port. */
export type Built = {
  readonly fetch: Fetch
  readonly work: DueWork
  /** What it waits for beside its database; left out: nothing. */
  readonly missing?: Missing
}

/**
 * Starts a program on its open store. It listens first, since its own address may be what it is built with; until it
 * is built it answers 503. `/health/live` and `/health/ready` are its own. Whatever fails closes all that was opened, the store included.
 * @throws StartRefused
 */
export async function startService<Parts extends Built>(
  store: { close(): Promise<void>; isWritable(): Promise<boolean> },
  input: {
    readonly host: string
    readonly port: number
    /** The variable that holds the port; left out: PORT. */
    readonly variable?: string
    build(port: number): Promise<Parts>
  },
): Promise<Service<Parts>> {
  let answer: Fetch = notReady
  let missing: Missing = () => Promise.resolve(['it is being started'])
  let closeAll = () => store.close()
  try {
    const serving = await serve(
      (request, env) => answerHealth(request, () => missing()) ?? answer(request, env),
      input,
    )
    closeAll = async () => {
      await serving.close()
      await store.close()
    }
    const built = await input.build(serving.port)
    const { fetch, work } = built
    answer = (request, env) => fetch(request, env)
    missing = async () => [
      ...((await store.isWritable()) ? [] : ['the database takes nothing']),
      ...((await built.missing?.()) ?? []),
    ]
    work.start()
    return {
      built,
      port: serving.port,
      async close() {
        await within(GRACE_MS, Promise.all([serving.close(), work.stop()]))
        await store.close()
      },
    }
  } catch (error) {
    await closeAll()
    throw error
  }
}

function notReady(): Response {
  return new Response(null, { status: 503, headers: { 'Retry-After': '1' } })
}
