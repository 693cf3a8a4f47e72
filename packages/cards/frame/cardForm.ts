import type { FieldName } from '@cambio/wire/widget/CardFrame.ts'
import type { PageData } from '../src/fields/PageData.ts'
import type { SubmittedCard, SubmittedCode } from '../src/fields/SubmittedCard.ts'
import { cardNumber } from '../src/fields/typing/cardNumber.ts'
import { expiry, readExpiry } from '../src/fields/typing/expiry.ts'
import { digitsOf } from '../src/fields/typing/Rules.ts'
import { securityCode } from '../src/fields/typing/securityCode.ts'
import { brandOf } from '../src/means/brand.ts'
import { element } from './element.ts'
import { field } from './field.ts'
import { brandShapes, codeShapes, icon } from './icon.ts'
import type { Messages } from './language.ts'

export type CardState = { complete: boolean; brand: 'Visa' | 'MasterCard' | null; invalid: FieldName[] }

/**
 * The three fields as one form; of a stored card its security code alone, below what is known of it. `changed` is
 * called for every change that the page above may know, `entered` for Enter in a complete form.
 */
export function cardForm(
  { stored_card: stored, may_store }: Pick<PageData, 'stored_card' | 'may_store'>,
  now: () => Date,
  changed: (state: CardState) => void,
  entered: () => void,
) {
  const badge = element('span', { class: 'mark' })
  const codeMark = element('span', { class: 'mark' }, icon(codeShapes))
  const brand = () => (stored ? (stored.brand ?? null) : brandOf(digitsOf(number.input.value)))

  const number = field(
    { name: 'number', autocomplete: 'cc-number', rules: cardNumber, mark: badge },
    ({ full }) => {
      showBrand()
      if (full) fields.expiry.input.focus()
      changed(state())
    },
  )
  const date = field({ name: 'expiry', autocomplete: 'cc-exp', rules: expiry(now) }, ({ full }) => {
    if (full) fields.code.input.focus()
    changed(state())
  })
  const code = field(
    { name: 'code', autocomplete: 'cc-csc', rules: securityCode(brand), mark: codeMark },
    () => changed(state()),
  )
  const fields = { number, expiry: date, code }
  const all = stored ? [code] : Object.values(fields)
  const root = element('form', { novalidate: '', autocomplete: 'on' }, ...all.map((one) => one.root))
  const wish = element('input', { type: 'checkbox', id: 'store' })
  const wishLabel = element('label', { for: 'store' })
  if (stored) {
    const { last_digits, exp_month, exp_year } = stored
    const words = ` •••• ${last_digits} · ${exp_month}/${exp_year.slice(2)}`
    root.prepend(element('p', { class: 'store' }, badge, new Text((stored.brand ?? '') + words)))
  }
  if (may_store) root.append(element('div', { class: 'store' }, wish, wishLabel))
  root.addEventListener('submit', (event) => event.preventDefault())
  root.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement && check()) entered()
  })

  function state(): CardState {
    const invalid = names.filter((name) => fields[name].showsProblem())
    return { complete: all.every((one) => one.problem() === null), brand: brand(), invalid }
  }

  function showBrand() {
    const shown = brand() ?? 'none'
    if (badge.dataset['brand'] === shown) return
    badge.dataset['brand'] = shown
    badge.replaceChildren(icon(brandShapes[shown]))
    number.describe(brand() ?? '')
  }

  /** Shows every problem and moves the focus to the first; true when there is none. */
  function check(): boolean {
    for (const one of all) one.check()
    changed(state())
    all.find((one) => one.showsProblem())?.input.focus()
    return all.every((one) => !one.showsProblem())
  }

  showBrand()
  return {
    root,
    state,
    check,
    /** What is handed in; call it after `check`. */
    read(): SubmittedCard | SubmittedCode | null {
      if (stored) return { code: code.input.value }
      const read = readExpiry(date.input.value)
      if (!read) return null
      const digits = digitsOf(number.input.value)
      return {
        number: digits,
        exp_month: read.month,
        exp_year: read.year,
        code: code.input.value,
        store: wish.checked,
      }
    },
    fill(card: SubmittedCard) {
      number.fill(card.number)
      date.fill(`${card.exp_month}/${card.exp_year}`)
      code.fill(card.code)
    },
    /** Forgets what was typed, so that it is in the document no longer than needed. */
    clear() {
      for (const one of all) one.clear()
    },
    /** Read-only rather than disabled: the focus stays where it is. */
    lock(locked: boolean) {
      root.setAttribute('aria-busy', String(locked))
      for (const one of all) one.input.readOnly = locked
    },
    focus: (name: FieldName) => fields[name].input.focus(),
    speak(messages: Messages) {
      for (const one of all) one.speak(messages)
      wishLabel.textContent = messages.store
    },
  }
}

const names: readonly FieldName[] = ['number', 'expiry', 'code']
