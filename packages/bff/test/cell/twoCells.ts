import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve, type Serving } from '@cambio/server/http/serve.ts'
import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { signRequest } from '@cambio/wire/partner/signature.ts'
import { expect } from 'vitest'
import { openRig, type Rig, shop } from '../rig.ts'
import { openRouter, type Router } from './openRouter.ts'

/* Two exchanges, each on a database of its own, and a router before them that knows what the commands wrote. */

/** The shop of E2. */
export const otherShop = { ...shop, apiKey: `E2${shop.apiKey}` }

type Name = 'E1' | 'E2'
const names = ['E1', 'E2'] as const

export type TwoCells = Awaited<ReturnType<typeof openTwoCells>>

export async function openTwoCells() {
  const folder = await mkdtemp(join(tmpdir(), 'cambio-cells-'))
  const rigs: Record<Name, Rig> = { E1: await openRig({ cell: 'E1' }), E2: await openRig({ cell: 'E2' }) }
  let lastAsked: Name | undefined
  const serveCell = (name: Name) => {
    const fetch: Rig['app']['fetch'] = (...request) => {
      lastAsked = name
      return rigs[name].app.fetch(...request)
    }
    return serve(fetch, { host: '127.0.0.1', port: 0 })
  }
  const served: Record<Name, Serving> = { E1: await serveCell('E1'), E2: await serveCell('E2') }
  // Both have the partners of every rig: those of E2 are others.
  await rigs.E2.owner.query(statement("update partner set api_key = 'E2' || api_key, name = 'E2' || name"))
  let router: Router | undefined

  /** Renews the maps by the commands that an operator calls, and has the router read them. */
  async function renewMaps(): Promise<void> {
    const files = names.map((name) => join(folder, `${name}.json`))
    for (const name of names) {
      const { output } = await command(name, 'cell', 'map', '--cells', names.join(), '--json')
      await writeFile(join(folder, `${name}.json`), output)
    }
    await command('E1', 'cell', 'router', ...files.flatMap((file) => ['--map', file]), '--to', folder)
    if (router) await router.reload()
    else
      router = await openRouter(folder, {
        E1: `127.0.0.1:${served.E1.port}`,
        E2: `127.0.0.1:${served.E2.port}`,
      })
  }

  async function command(name: Name, ...words: string[]) {
    const answer = await rigs[name].runCommand(...words)
    expect(answer.ok, answer.output).toBe(true)
    return answer
  }

  async function send(path: string, init?: RequestInit) {
    if (!router) throw new Error('The maps were not written yet')
    const response = await router.send(path, init)
    const text = await response.text()
    const isJson = /json/.test(response.headers.get('content-type') ?? '')
    const body = (isJson ? JSON.parse(text) : null) as Readonly<Record<string, unknown>> | null
    return { status: response.status, text, body }
  }

  function signed(method: string, path: string, body?: object, as = shop) {
    const text = body && JSON.stringify(body)
    return send(path, {
      method,
      headers: {
        'API-Key': as.apiKey,
        'API-Signature': signRequest(as.secret, path.replace(/\?.*/, ''), text ?? ''),
        ...(text !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(text !== undefined && { body: text }),
    })
  }

  return {
    ...rigs,
    folder,
    renewMaps,
    command,
    send,
    /** Which cell the router asks for this. */
    async cellOf(path: string, init?: RequestInit): Promise<Name | undefined> {
      lastAsked = undefined
      await send(path, init)
      return lastAsked
    },
    /** Sends what a partner has signed through the router. */
    partner: signed,
    async close() {
      await router?.close()
      for (const name of names) {
        await served[name].close()
        await rigs[name].close()
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}
