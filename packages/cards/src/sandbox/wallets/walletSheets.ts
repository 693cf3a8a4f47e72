import type { DoorContext, DoorEnv } from '@cambio/server/http/door.ts'
import type { Money } from '@cambio/wire/Money.ts'
import { Hono } from 'hono'
import * as z from 'zod/mini'
import { wallets, type Wallet } from '../../means/networkToken/NetworkToken.ts'
import type { Platform } from '../../Platform.ts'
import { findSession, isOpen, offerOf } from '../../vault/sessionRow.ts'
import { bankHeaders } from '../pages/bankPage.ts'
import { googleToken } from './googleWallet.ts'
import { closedSheet, sheetUnavailable, sheetPage } from './sheetPage.ts'
import { walletCards, type WalletCard } from './walletCards.ts'

/**
 * The sheets of the wallets that the sandbox plays. The card fields show a sheet in a frame of their own and read from its
 * last page what the buyer chose:
 *
 *   GET  /sandbox/wallets/{wallet}/{session}            the sheet
 *   POST /sandbox/wallets/{wallet}/{session}  outcome   the end, with the wallet's token
 */
export function walletSheets(platform: Platform): Hono<DoorEnv> {
  const app = new Hono<DoorEnv>()

  app.get('/sandbox/wallets/:wallet/:session', async (c) => {
    const sale = await saleOf(platform, c.req.param('wallet'), c.req.param('session'))
    return sale.is === 'open' ? c.html(sheetPage(sale), 200, bankHeaders) : missing(c, sale.wallet)
  })

  app.post('/sandbox/wallets/:wallet/:session', async (c) => {
    const sale = await saleOf(platform, c.req.param('wallet'), c.req.param('session'))
    if (sale.is !== 'open') return missing(c, sale.wallet)
    const { wallet } = sale
    const form = Choice.safeParse(await c.req.parseBody().catch(() => null))
    const card = walletCards(wallet).find(({ outcome }) => outcome === form.data?.outcome)
    const token = card === undefined ? null : await tokenOf(platform, wallet, { card, ...sale })
    return c.html(closedSheet(wallet, token), 200, bankHeaders)
  })

  return app
}

const Choice = z.object({ outcome: z.string() })

/** The payment that a sheet is for, or that there is none any more. */
async function saleOf(platform: Platform, name: string, session: string) {
  const wallet = wallets.find((one) => one === name) ?? 'google_pay'
  const row = wallet === name ? await findSession(platform, session) : null
  if (row === null || !isOpen(row, platform.clock.now())) return { is: 'none', wallet } as const
  const {
    merchant_id: merchantId,
    merchant_name: merchant,
    order_units: units,
    order_currency: currency,
  } = row
  if (offerOf(platform, row)?.[wallet] !== 'simulated' || units === null || currency === null)
    return { is: 'none', wallet } as const
  return { is: 'open', wallet, merchantId, merchant, money: { units, currency } } as const
}

async function tokenOf(
  { keys, random, clock }: Platform,
  wallet: Wallet,
  sale: { readonly card: WalletCard; readonly merchantId: string; readonly money: Money },
): Promise<string> {
  const deps = { secret: keys.sandboxWallets, random, now: clock.now() }
  if (wallet === 'google_pay') return googleToken(deps, sale)
  const { appleToken } = await import('./appleWallet.ts') // A live platform never needs it.
  return appleToken(deps, sale)
}

function missing(c: DoorContext, wallet: Wallet) {
  return c.html(sheetUnavailable(wallet), 404, bankHeaders)
}
