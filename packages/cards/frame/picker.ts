import type { TestCard } from '../src/fields/PageData.ts'
import type { SubmittedCard } from '../src/fields/SubmittedCard.ts'
import { element } from './element.ts'
import type { Messages } from './language.ts'

/** The sandbox's cards as buttons named after what becomes of a payment with them. */
export function picker(cards: readonly TestCard[], pick: (card: SubmittedCard) => void) {
  const title = element('legend')
  const hint = element('p', { id: 'picker-hint' })
  const buttons = cards.map((card) => {
    const button = element('button', { type: 'button', 'aria-pressed': 'false' })
    button.addEventListener('click', () => {
      const { number, exp_month, exp_year } = card
      pick({ number, exp_month, exp_year, code: '123' })
      choose(button)
    })
    return { card, button }
  })
  const choose = (chosen: Element | null) => {
    for (const { button } of buttons) button.setAttribute('aria-pressed', String(button === chosen))
  }
  const list = element('div', { class: 'choices' }, ...buttons.map(({ button }) => button))
  const root = element('fieldset', { class: 'picker', 'aria-describedby': hint.id }, title, hint, list)
  return {
    root,
    /** Nothing is chosen any more: the buyer typed something else. */
    release: () => choose(null),
    lock(locked: boolean) {
      root.disabled = locked
    },
    speak(messages: Messages) {
      title.textContent = messages.testCards
      hint.textContent = messages.testHint
      for (const { card, button } of buttons) button.textContent = messages[card.outcome]
    },
  }
}
