import type { PageData } from '../../src/fields/PageData.ts'
import type { SubmittedWallet } from '../../src/fields/SubmittedWallet.ts'
import type { Outcome } from '../submitCard.ts'
import { applePaySheet } from './applePaySheet.ts'
import { googlePaySheet } from './googlePaySheet.ts'
import { SheetFailed, type Sheet } from './Sheet.ts'
import { simulatedSheet } from './simulatedSheet.ts'

/** What wallets need of the form around them. */
export type FormAround = {
  /** Lets nothing be pressed or typed for a while. */
  readonly hold: (held: boolean) => void
  /** Hands a wallet's token in and says what became of it. */
  readonly take: (handed: SubmittedWallet, refusal: 'walletRefused') => Promise<Outcome>
  /** Says why a wallet came to nothing. */
  readonly say: (words: 'walletRefused') => void
  /** The press of a button that this file was fetched for. */
  readonly press?: Event | undefined
}

/** `close` closes the sheet that is open: the buyer means the card after all. */
export type WalletSheets = { readonly close: () => void }

/**
 * Lets each wallet's button open its sheet. Of those that are hidden, the ones that this browser can open are shown.
 */
export function walletSheets(page: PageData, place: HTMLFieldSetElement, form: FormAround): WalletSheets {
  let opened: AbortController | null = null
  for (const button of place.querySelectorAll('button')) {
    const sheet = sheetOf(page, button, place)
    if (sheet === null) continue
    button.addEventListener('click', () => void pay(sheet, button))
    if (place.hidden) void showReady(sheet, button, place)
    if (form.press?.target === button) button.click()
  }
  return { close }

  async function pay(sheet: Sheet, button: HTMLButtonElement) {
    const { signal } = (opened = new AbortController())
    form.hold(true)
    const approval = await sheet.open(signal).catch((error: unknown) => {
      if (error instanceof SheetFailed) form.say('walletRefused')
      return null
    })
    if (signal.aborted) return
    opened = null
    form.hold(false)
    if (!approval) return button.focus()
    const outcome = await form.take({ wallet: sheet.wallet, token: approval.token }, 'walletRefused')
    approval.finish(outcome === 'done')
  }

  function close() {
    if (opened === null) return
    opened.abort()
    opened = null
    form.hold(false)
  }
}

/** The sheet that a button opens; null for a wallet that the page has no request for. */
function sheetOf(
  page: PageData,
  { value, innerText: name }: HTMLButtonElement,
  place: HTMLElement,
): Sheet | null {
  const { wallets, session_id: sessionId } = page
  const { google_pay: google, apple_pay: apple } = wallets ?? {}
  const simulated = (wallet: Sheet['wallet']) => simulatedSheet({ wallet, name, sessionId }, place)
  if (value === 'google_pay' && wallets && google)
    return google === 'simulated' ? simulated(value) : googlePaySheet(wallets, google)
  if (value === 'apple_pay' && apple)
    return apple === 'simulated' ? simulated(value) : applePaySheet(page, apple)
  return null
}

/** Shows the button of a wallet that this browser can open, takes out one that it cannot, and with the last one their room. */
async function showReady(sheet: Sheet, button: HTMLButtonElement, place: HTMLFieldSetElement) {
  if (await sheet.isReady().catch(() => false)) place.hidden = false
  else button.remove()
  if (place.children.length === 0) place.remove()
}
