/*
 * A look into another Node process, by the debugger's protocol: what it holds in memory, and what it does when told to.
 */

type Message = {
  id?: number
  method?: string
  params?: { chunk?: string }
  result?: Record<string, unknown>
  error?: { message: string }
}
type Remote = { result: { objectId?: string; value?: unknown }; exceptionDetails?: { text: string } }

/** Attaches to a process that was started with `--inspect`, at the address it printed. */
export async function attach(url: string) {
  const socket = new WebSocket(url)
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve(), { once: true })
    socket.addEventListener('error', () => reject(new Error('The debugger cannot be reached.')), {
      once: true,
    })
  })
  const waiting = new Map<number, (message: Message) => void>()
  let chunks: string[] = []
  let last = 0
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message
    if (message.method === 'HeapProfiler.addHeapSnapshotChunk') chunks.push(message.params?.chunk ?? '')
    if (message.id !== undefined) waiting.get(message.id)?.(message)
  })

  async function call<Result>(method: string, params: object = {}): Promise<Result> {
    const id = (last += 1)
    const answer = new Promise<Message>((resolve) => waiting.set(id, resolve))
    socket.send(JSON.stringify({ id, method, params }))
    const { result, error } = await answer
    waiting.delete(id)
    if (error) throw new Error(`${method}: ${error.message}`)
    return result as Result
  }

  async function run(expression: string): Promise<Remote['result']> {
    const answer = await call<Remote>('Runtime.evaluate', { expression, awaitPromise: true })
    if (answer.exceptionDetails) throw new Error(`${expression}: ${answer.exceptionDetails.text}`)
    return answer.result
  }

  await call('HeapProfiler.enable')
  return {
    /** Has the process do something. */
    run: async (expression: string) => void (await run(expression)),

    /** What is alive after a garbage collection. */
    async heap(): Promise<Heap> {
      await call('HeapProfiler.collectGarbage')
      chunks = []
      await call('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
      const snapshot = JSON.parse(chunks.join('')) as Snapshot
      chunks = []
      return heapOf(snapshot)
    },

    /** The bytes of every array buffer that is alive after a garbage collection. */
    async buffers(): Promise<Buffer> {
      await call('HeapProfiler.collectGarbage')
      const { objectId: prototypeObjectId } = await run('ArrayBuffer.prototype')
      const { objects } = await call<{ objects: { objectId: string } }>('Runtime.queryObjects', {
        prototypeObjectId,
      })
      const { result } = await call<Remote>('Runtime.callFunctionOn', {
        objectId: objects.objectId,
        returnByValue: true,
        functionDeclaration: `function () {
          const between = Buffer.from('\\n#####\\n')
          return Buffer.concat(this.flatMap((buffer) => [new Uint8Array(buffer), between])).toString('base64')
        }`,
      })
      await call('Runtime.releaseObject', { objectId: objects.objectId })
      return Buffer.from(String(result.value), 'base64')
    },

    close: () => socket.close(),
  }
}

type Snapshot = {
  snapshot: { meta: { node_fields: string[]; node_types: [string[], ...unknown[]] } }
  nodes: number[]
  strings: string[]
}

/** The texts that are alive (V8 gives the first 1024 characters of each), and how many objects of each class. */
export type Heap = { readonly texts: readonly string[]; readonly objects: ReadonlyMap<string, number> }

function heapOf({ snapshot, nodes, strings }: Snapshot): Heap {
  const { node_fields: fields, node_types: types } = snapshot.meta
  const typeAt = fields.indexOf('type')
  const nameAt = fields.indexOf('name')
  const objects = new Map<string, number>()
  const texts = new Set<string>()
  for (let at = 0; at < nodes.length; at += fields.length) {
    const type = types[0][nodes[at + typeAt] ?? 0]
    const name = strings[nodes[at + nameAt] ?? 0] ?? ''
    if (type === 'object') objects.set(name, (objects.get(name) ?? 0) + 1)
    if (type?.endsWith('string')) texts.add(name)
  }
  return { texts: [...texts], objects }
}
