import { setTimeout as after } from 'node:timers/promises'
import { Client } from 'pg'

const EVERY_MS = 200
const TIME_LIMIT_MS = 1_500

/** Writes a row five times a second, past the programs: what the cluster itself acknowledges, and for how long it does not. */
export class RowWriter {
  readonly acknowledged: { readonly id: string; readonly at: number }[] = []
  readonly #url: string
  #client: Client | undefined
  #isOver = false
  #writing: Promise<void> | undefined

  constructor(url: string) {
    this.#url = url
  }

  start(): void {
    this.#writing = this.#write()
  }

  async stop(): Promise<void> {
    this.#isOver = true
    await this.#writing
    await this.#client?.end().catch(() => {})
  }

  async #write(): Promise<void> {
    while (!this.#isOver) {
      const begun = Date.now()
      await this.#insert().catch(() => {
        // The connection is of a server that may not be the primary any more.
        const lost = this.#client
        this.#client = undefined
        void lost?.end().catch(() => {})
      })
      await after(Math.max(20, EVERY_MS - (Date.now() - begun)))
    }
  }

  async #insert(): Promise<void> {
    this.#client ??= await connected(this.#url)
    let isReplicated = true
    const onNotice = () => (isReplicated = false)
    this.#client.on('notice', onNotice)
    const { rows } = await this.#client.query<{ id: string }>(
      'insert into written default values returning id',
    )
    this.#client.off('notice', onNotice)
    const id = rows[0]?.id
    // A commit that stopped waiting for its standby warns, and is no acknowledgement.
    if (id !== undefined && isReplicated) this.acknowledged.push({ id, at: Date.now() })
  }
}

async function connected(connectionString: string): Promise<Client> {
  const client = new Client({
    connectionString,
    connectionTimeoutMillis: TIME_LIMIT_MS,
    query_timeout: TIME_LIMIT_MS,
  })
  client.on('error', () => {}) // The statement that was under way fails with it.
  await client.connect()
  return client
}
