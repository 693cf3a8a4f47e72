import { directionOf } from '@cambio/wire/language/directionOf.ts'
import type { FromFrame, Init, ToFrame } from '@cambio/wire/widget/CardFrame.ts'
import type { PageData } from '../src/fields/PageData.ts'
import { cardForm, type CardState } from './cardForm.ts'
import { connect } from './connect.ts'
import { element } from './element.ts'
import { languageFor, type Language, type Messages } from './language.ts'
import { picker } from './picker.ts'
import { adoptStyle } from './style.ts'
import { cardSubmitter, type Outcome } from './submitCard.ts'
import { applyTheme } from './theme.ts'
import type { WalletSheets } from './wallets/walletSheets.ts'

/*
 * The hosted card fields. The card is typed here and goes to this origin, and the page above never receives any of it:
 * it learns what is complete, what is wrong, how high the frame is, and that the card was handed in.
 */

// Written into this page by the server of the same build, which names this very script in it.
const page: PageData = JSON.parse(
  document.querySelector('meta[name=fields-session]')?.getAttribute('content') ?? '',
)

const submitCard = cardSubmitter(page)
const notice = element('p', { class: 'notice', 'aria-live': 'polite' })
const choices = picker(page.test_cards, (card) => form.fill(card))
const form = cardForm(
  page,
  () => new Date(),
  changed,
  () => post({ kind: 'entered' }),
)
const wallets = document.querySelector('fieldset')
const main = element('main', {}, notice)

let language: Language = page.language
let shown: keyof Messages | null = null
let ended: Outcome | null = endOf(page.state)
let busy = false
let sheets: WalletSheets | null = null
let lastState = ''

adoptStyle(document)
form.root.addEventListener('input', () => choices.release())
applyTheme(page.theme, document.documentElement.style)
if (wallets) showWallets(wallets)
if (page.test_cards.length > 0) main.append(choices.root)
main.append(form.root)
document.body.replaceChildren(main)
const post = connect(page, { init, message })
speak()
if (window.parent === window) end('expired', 'outside')
else if (ended) end(ended, ended)
new ResizeObserver(postHeight).observe(main)

function init({ locale, theme }: Init) {
  if (theme) applyTheme(theme, document.documentElement.style)
  if (locale) void translate(locale)
  postHeight()
  lastState = ''
  if (ended) post(outcomeMessage(ended))
  else changed(form.state())
}

function message(received: ToFrame) {
  switch (received.kind) {
    case 'submit':
      void submit()
      break
    case 'theme':
      applyTheme(received.theme, document.documentElement.style)
      break
    case 'locale':
      void translate(received.locale)
      break
    case 'focus':
      form.focus(received.field)
      break
  }
}

/**
 * Wallets are a file of their own. It is fetched at once where the browser has to be asked about them, and otherwise when one
 * is pressed.
 */
function showWallets(buttons: HTMLFieldSetElement) {
  main.append(buttons)
  const start = async (press?: Event) => {
    const { walletSheets } = await import('./wallets/walletSheets.ts')
    sheets = walletSheets(page, buttons, { hold, take, press, say: showNotice })
  }
  if (buttons.hidden) void start()
  else buttons.addEventListener('click', (press) => void start(press), { once: true })
}

async function submit() {
  sheets?.close()
  if (busy) return
  if (ended) return post(outcomeMessage(ended))
  const card = form.check() ? form.read() : null
  if (!card) return post(outcomeMessage('invalid'))
  await take(card, 'invalid')
}

/**
 * Hands a card or a wallet's token in, says what became of it and tells the page above.
 * @param refusal what is said where it is not accepted
 */
async function take(
  handed: Parameters<typeof submitCard>[0],
  refusal: 'invalid' | 'walletRefused',
): Promise<Outcome> {
  hold(true)
  showNotice('sending')
  const outcome = await submitCard(handed)
  hold(false)
  if (outcome === 'invalid') showNotice(refusal)
  else if (outcome === 'unreachable') showNotice(outcome)
  else end(outcome, outcome)
  // At `invalid`, the page above looks at the card's fields; what to do about a wallet is said here.
  post(outcomeMessage(outcome === 'invalid' && refusal !== outcome ? 'unreachable' : outcome))
  return outcome
}

function hold(held: boolean) {
  busy = held
  form.lock(held)
  choices.lock(held)
  if (wallets) wallets.disabled = held
}

/** Nothing more can be done in this frame: what was typed is forgotten and the words that say why are left. */
function end(outcome: Outcome, words: keyof Messages) {
  ended = outcome
  form.clear()
  main.replaceChildren(notice)
  showNotice(words)
}

function endOf(state: PageData['state']): Outcome | null {
  return state === 'open' ? null : state === 'complete' ? 'done' : state
}

function outcomeMessage(outcome: Outcome): FromFrame {
  return outcome === 'done' ? { kind: 'done' } : { kind: 'failed', code: outcome }
}

function changed(state: CardState) {
  const next = JSON.stringify(state)
  if (ended || next === lastState) return
  lastState = next
  post({ kind: 'state', ...state })
}

function postHeight() {
  post({ kind: 'resize', height: Math.ceil(main.getBoundingClientRect().height) })
}

async function translate(locale: string) {
  language = await languageFor(language, locale)
  speak()
}

function showNotice(words: keyof Messages | null) {
  shown = words
  notice.textContent = words ? language.messages[words] : ''
  // The page around the frame shows that the card is being sent; here only screen readers are informed.
  notice.className = words === 'sending' ? 'hint' : `notice ${words ?? ''}`
}

function speak() {
  const { tag, messages } = language
  document.documentElement.lang = tag
  document.documentElement.dir = directionOf(tag)
  document.title = messages.title
  main.setAttribute('aria-label', messages.title)
  form.speak(messages)
  choices.speak(messages)
  showNotice(shown)
}
