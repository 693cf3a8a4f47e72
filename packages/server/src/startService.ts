import { answerHealth, type Missing } from './http/answerHealth.ts'
import { serve, type Fetch } from './http/serve.ts'
import { within } from './http/within.ts'
import type { DueWork } from './work/due.ts'

/**
 * How long requests and running work may go on when a program is asked to end, milliseconds. What is cut off then is
 * continued by another process or the next start, as after a crash. It leaves a part of `ENDS_WITHIN_MS` to what closes
 * after them.
 */
const GRACE_MS = 350

/** A program that listens and does its due work. */
export type Service<Built> = {
  readonly built: Built
  readonly port: number
  /** Gives requests and running work a moment to finish, then closes everything, within a second in any state. */
  close(): Promise<void>
}

/** The parts of a program, built once it knows its port. */
export type Built = {
  readonly fetch: Fetch
  readonly work: DueWork
  /** What it waits for beside its database; nothing by default. */
  readonly missing?: Missing
}

/**
 * Starts a program on its open store. It listens first, since its parts may need its own address; until it is built it
 * answers 503. It serves `/health/live` and `/health/ready` itself. A failure closes all that was opened, the store
 * included.
 * @throws StartRefused
 */
export async function startService<Parts extends Built>(
  store: { close(): Promise<void>; isWritable(): Promise<boolean> },
  input: {
    readonly host: string
    readonly port: number
    /** The variable that holds the port; PORT by default. */
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
