import { createMetrics } from '@cambio/server/metrics.ts'
import type { BuiltFrame } from '../src/fields/BuiltFrame.ts'
import { cardsApp } from '../src/http/cardsApp.ts'
import { followUpHash, sameHash, subjectOf } from '../src/protocol/hash.ts'
import { buyerAt, origin, returnAddress } from './buyer.ts'
import { password, type Reply, type Rig } from './rig.ts'

/*
 * A merchant with its buyer, who know of the platform what the protocol and its pages tell them: the merchant's server
 * sends forms and hears notifications.
 */

export type Shop = ReturnType<typeof openShop>

/** The frame's pages are wanted here and its script is not, so nothing has to be built. */
const frame: BuiltFrame = {
  script: '/fields/assets/main.js',
  assets: new Map(),
  fonts: new Map(),
}

export function openShop(rig: Rig) {
  const app = cardsApp(
    { platform: rig.platform, metrics: createMetrics({ program: 'cards' }), frame },
    { trustedProxies: [], limitsFactor: 1000, sandbox: true },
  )
  const buyer = buyerAt(async (url, init) => app.request(url, init))
  /** What the merchant believes of each order, by whatever it learned it from. */
  const book = new Map<string, string>()
  let isDown = false

  /** A notification is a hint: its hash is checked, and how the payment stands is asked. */
  rig.answerNotifications(async (_url, fields) => {
    if (isDown) return { status: 500, text: 'down' }
    const { trans_id = '', hash = '', card = '' } = fields
    const signer = { password, algorithm: 'md5' } as const
    const expected = followUpHash(signer, 'doe@example.com', trans_id, subjectOf(card))
    if (!sameHash(expected, hash)) return { status: 400, text: 'not yours' }
    await fetchStatus(trans_id)
    return { status: 200, text: 'OK' }
  })

  async function fetchStatus(transId: string): Promise<string> {
    const { body } = await rig.followUp('GET_TRANS_STATUS', transId)
    book.set(String(body['order_id']), String(body['status']))
    return String(body['status'])
  }

  return {
    book,
    fetchStatus,
    /** Whether the merchant's server takes notifications. */
    notifications(taken: boolean) {
      isDown = !taken
    },

    ...buyer,

    /** The buyer's browser arrives at the merchant's page, which believes nothing it brings and asks. */
    async arrive(sale: Reply, returnPage: string): Promise<string> {
      const address = returnAddress(returnPage)
      if (!address.startsWith(`${origin}/paystatus/`)) throw new Error(`It was sent to ${address}.`)
      return fetchStatus(sale.body.trans_id)
    },
  }
}
