import { Agent } from 'node:http'
import { setTimeout as after } from 'node:timers/promises'
import { contract } from '@cambio/wire/http/contract.ts'
import { signRequest } from '@cambio/wire/partner/signature.ts'
import { post } from './post.ts'

/** A partner that creates orders. */
export type Account = { readonly apiKey: string; readonly secret: string }

/** An order that was answered: its id, how long that took, and when it was, by the clock that all processes share. */
export type Created = { readonly id: string; readonly ms: number; readonly answeredAt: bigint }

let count = 0

/** What a partner asks for when it creates an order. */
export function newOrder(id: string) {
  return {
    partner_order_id: id,
    payin_currency: 'EUR',
    payin_amount: '100.00',
    payout_currency: 'ETH',
    dst_address: '0x52908400098527886E0F7030069857D2E4169EE7',
    client_ip: '203.0.113.7',
    remote_country: 'DE',
  }
}

/** A request that creates an order which never was before, signed. */
export function signedCreate({ apiKey, secret }: Account): { body: string; headers: Record<string, string> } {
  const body = JSON.stringify(newOrder(`bench-${process.pid}-${count++}`))
  const headers = {
    'Content-Type': 'application/json',
    'API-Key': apiKey,
    'API-Signature': signRequest(secret, contract.partner.createOrder.path, body),
  }
  return { body, headers }
}

/** Creates orders for that long, each caller one after the other, and waits for every answer. */
export async function createFor(
  baseUrl: string,
  account: Account,
  { callers, ms }: { callers: number; ms: number },
): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: callers })
  const started = performance.now()
  let done = 0
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (performance.now() - started < ms) {
        await create(baseUrl, account, agent)
        done += 1
      }
    }),
  )
  agent.destroy()
  return done
}

/** Creates so many orders a second, whether or not earlier ones are answered yet, as buyers come. */
export async function createAtPace(
  baseUrl: string,
  account: Account,
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<readonly Created[]> {
  const agent = new Agent({ keepAlive: true })
  const started = performance.now()
  const creating: Promise<Created>[] = []
  for (let n = 0; n < perSecond * seconds; n++) {
    const wait = started + (n * 1_000) / perSecond - performance.now()
    if (wait > 0) await after(wait)
    creating.push(create(baseUrl, account, agent))
  }
  const created = await Promise.all(creating)
  agent.destroy()
  return created
}

/**
 * Creates one order.
 * @throws Error when it was refused, since a refusal is quick and means nothing here
 */
export async function create(baseUrl: string, account: Account, agent: Agent): Promise<Created> {
  const signed = signedCreate(account)
  const started = performance.now()
  const text = await post(`${baseUrl}${contract.partner.createOrder.path}`, { agent, ...signed })
  const answeredAt = process.hrtime.bigint()
  const id = /"client_order_id":"([^"]+)"/.exec(text)?.[1]
  if (id === undefined) throw new Error(`No order was placed: ${text}`)
  return { id, ms: performance.now() - started, answeredAt }
}
