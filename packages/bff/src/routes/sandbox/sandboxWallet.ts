import { checkAddress } from '@cambio/exchange/payout/address/checkAddress.ts'
import type { DoorEnv } from '@cambio/server/http/door.ts'
import * as Currency from '@cambio/wire/Currency.ts'
import { pages } from '@cambio/wire/http/pages.ts'
import * as Money from '@cambio/wire/Money.ts'
import type { Hono } from 'hono'
import { ownPolicy, readable, sandboxLanguage, show, showForm, type PageContext } from '../../pages/answer.ts'
import {
  sandboxNotSentPage,
  sandboxSentPage,
  sandboxWalletPage,
  type Unsent,
  type WalletPayment,
} from '../../pages/sandbox/sandboxWallet.ts'
import type { Exchange } from '../../program/Exchange.ts'

/** Mounts a wallet for trying deposits, in a sandbox with its own chain. */
export function mountSandboxWallet(
  app: Hono<DoorEnv>,
  { mode, testWallet, log }: Pick<Exchange, 'mode' | 'testWallet' | 'log'>,
): void {
  if (mode !== 'sandbox' || !testWallet) return

  app.get(pages.sandboxWallet, readable, async (c) => {
    const payment = paymentOf(c)
    if (!payment) return notSent(c, 'unnamed')
    return showForm(c, sandboxWalletPage(payment, sandboxLanguage(c)))
  })

  app.post(pages.sandboxWallet, readable, async (c) => {
    const payment = paymentOf(c)
    if (!payment) return notSent(c, 'unnamed')
    try {
      const { txid } = await testWallet.send(payment)
      return show(
        c,
        sandboxSentPage(pages.transaction.replace('{txid}', txid), sandboxLanguage(c)),
        ownPolicy,
      )
    } catch {
      log.warn('the test wallet sends nothing', { currency: payment.amount.currency })
      return notSent(c, 'refused')
    }
  })

  function notSent(c: PageContext, why: Unsent): Response | Promise<Response> {
    if (why === 'unnamed') c.status(400)
    return show(c, sandboxNotSentPage(why, sandboxLanguage(c)), ownPolicy)
  }
}

/** The payment that the page's address names; undefined where it cannot be sent. */
function paymentOf(c: PageContext): WalletPayment | undefined {
  const { to = '', amount = '', currency = '' } = c.req.query()
  const coin = Currency.find(currency)
  if (coin?.network !== 'ethereum') return undefined
  if (!checkAddress({ currency: coin, address: to, memo: null, mode: 'sandbox' }).ok) return undefined
  const money = Money.parse(amount, currency)
  return typeof money === 'string' ? undefined : { to, amount: money }
}
