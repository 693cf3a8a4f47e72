import { describe, expect, test } from 'vitest'
import { useChain, type Chain } from './chain.ts'

let chain: Chain
useChain((opened) => void (chain = opened))

let count = 0
const sell = () => chain.front.sale({ order_id: `refused-${(count += 1)}` })

describe('a SALE', () => {
  const refused = 'The upstream platform refused a SALE'

  test('a SALE of an account that is not let in is declined, and the operator is told', async () => {
    const sent = chain.sent.length
    await chain.back.saveMerchant({ captureDelayMs: null, password: 'f'.repeat(32) })
    const sale = await sell()
    await chain.back.saveMerchant({ captureDelayMs: null })
    expect(sale.body).toMatchObject({ status: 'DECLINED', decline_reason: 'Declined by processing' })
    expect(chain.sent.slice(sent)).toEqual([`${refused}: 100000`])
  })

  test('a SALE that is one too many for a moment is sent again, and held once', async () => {
    const sent = chain.sent.length
    chain.line.turnAway('SALE', { times: 3, retryAfterSeconds: 0 })
    const sale = await sell()
    expect(sale.body['status']).toBe('PENDING')
    expect((await chain.behind(sale))?.status).toBe('PENDING')
    expect(chain.sent.slice(sent)).toEqual([])
  })

  test.each([
    { times: 4, retryAfterSeconds: 0 },
    { times: 1, retryAfterSeconds: 60 },
  ])(
    'a SALE that stays one too many ($times, for $retryAfterSeconds s) is declined, and the operator is told',
    async (away) => {
      const sent = chain.sent.length
      chain.line.turnAway('SALE', away)
      const sale = await sell()
      expect(sale.body).toMatchObject({ status: 'DECLINED', decline_reason: 'Declined by processing' })
      expect(await chain.behind(sale)).toBeUndefined()
      expect(chain.sent.slice(sent)).toEqual([`${refused}: 429`])
    },
  )
})
