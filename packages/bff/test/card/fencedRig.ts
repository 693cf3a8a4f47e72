import { createApp } from '../../src/http/app.ts'
import { files, openRig, type Rig } from '../rig.ts'
import type { Plan, TypedCard } from './cardDouble.ts'

/*
 * Orders are made ready at an exchange without limits, and charged at two with them: two processes on one database.
 */

type Order = Awaited<ReturnType<Rig['placeOrder']>>
export type Prepared = Order & { readonly body: string }
export type FencedRig = Awaited<ReturnType<typeof openFencedRig>>

export async function openFencedRig() {
  const rig = await openRig()
  const strict = { ...rig.exchange, limitsFactor: 1, trustedProxies: ['127.0.0.1'] }
  const processes = [createApp(strict, files), createApp(strict, files)]
  let turn = 0

  /** Sends a buyer's request for an order from an IP address, to one process after the other. */
  async function send(order: Order, act: 'charge' | 'fields', body: string, from: string): Promise<Response> {
    const app = processes[(turn += 1) % processes.length]
    if (!app) throw new Error('There is no such process')
    return await app.request(`${order.path}/${act}`, {
      method: 'POST',
      body,
      headers: {
        'Content-Type': 'application/json',
        Authorization: `Bearer ${order.session}`,
        'X-Forwarded-For': from,
      },
    })
  }

  return {
    ...rig,
    /** Fills in an order's form, so that one request charges it. */
    async prepareCharge(order: Order, plan: Plan = 'held', card?: TypedCard): Promise<Prepared> {
      const form = await rig.widget('POST', `${order.path}/fields`, {}, order.session)
      const session_id = String(form.at('session_id'))
      rig.card.fill(session_id, plan, card)
      return { ...order, body: JSON.stringify({ session_id, challenge: 'frame' }) }
    },
    chargeFrom: (order: Prepared, from: string) => send(order, 'charge', order.body, from),
    openForm: (order: Order, from: string) => send(order, 'fields', '{}', from),
  }
}

/** A refusal's status and code, and whether it says when to come back. */
export async function refusalIn(reply: Response): Promise<[number, unknown, boolean]> {
  const { code } = (await reply.json()) as { code?: string }
  return [reply.status, code, Number(reply.headers.get('retry-after')) > 0]
}
