import type { FieldName } from '@cambio/wire/widget/CardFrame.ts'
import { retype } from '../src/fields/typing/retype.ts'
import type { Problem, Rules } from '../src/fields/typing/Rules.ts'
import { element } from './element.ts'
import type { Messages } from './language.ts'

/** One labelled input with its error below it. */
export type Field = {
  readonly root: HTMLElement
  readonly input: HTMLInputElement
  /** What stops the text from being handed in, whether it is shown or not. */
  problem(): Problem | null
  /** Whether a problem is shown to the buyer. */
  showsProblem(): boolean
  /** Tells the buyer what is wrong, if something is. */
  check(): void
  fill(text: string): void
  clear(): void
  /** What is said of the field beside its label, to those who cannot see its mark. */
  describe(text: string): void
  speak(messages: Messages): void
}

/**
 * A problem is shown when the buyer leaves the field, not while typing, and removed as soon as it is fixed.
 * @param changed after every edit; `full` when typing at the end has completed the field
 */
export function field(
  {
    name,
    autocomplete,
    rules,
    mark,
  }: { name: FieldName; autocomplete: string; rules: Rules; mark?: Element },
  changed: (edit: { full: boolean }) => void,
): Field {
  const label = element('label', { for: name })
  const hint = element('span', { id: `${name}-hint`, class: 'hint' })
  const error = element('p', { id: `${name}-error`, class: 'error', 'aria-live': 'polite' })
  const input = element('input', {
    id: name,
    name: autocomplete,
    autocomplete,
    inputmode: 'numeric',
    type: 'text',
    spellcheck: 'false',
    'aria-required': 'true',
    'aria-describedby': `${hint.id} ${error.id}`,
  })
  const control = element('div', { class: 'control' }, input)
  if (mark) control.append(mark)
  const root = element('div', { class: `field ${name}` }, label, control, hint, error)

  let before = ''
  let shownProblem: Problem | null = null
  let words: Messages | null = null

  const show = () => {
    error.textContent = shownProblem && words ? words[messageOf(name, shownProblem)] : ''
    input.setAttribute('aria-invalid', String(shownProblem !== null))
  }
  const check = () => {
    shownProblem = rules.problem(input.value)
    show()
  }
  const write = (text: string) => {
    input.value = before = text
    shownProblem = null
    show()
    changed({ full: false })
  }

  const take = (inputType: string) => {
    const typed = { text: input.value, caret: input.selectionStart ?? input.value.length }
    const { text, caret } = retype(rules, before, typed, inputType)
    if (text !== input.value) {
      input.value = text
      if (input === document.activeElement) input.setSelectionRange(caret, caret)
    }
    before = text
    if (shownProblem && !rules.problem(text)) check()
    changed({ full: inputType === 'insertText' && caret === text.length && rules.full(text) })
  }
  input.addEventListener('input', (event) => {
    // What a keyboard is still composing must not be rewritten under its hands.
    if (event instanceof InputEvent && event.isComposing) changed({ full: false })
    else take(event instanceof InputEvent ? event.inputType : '')
  })
  input.addEventListener('compositionend', () => take('insertText'))
  input.addEventListener('blur', () => {
    input.value = before = rules.tidy(input.value, false)
    // A field that was only passed through is not wrong yet.
    if (input.value !== '') check()
    changed({ full: false })
  })

  return {
    root,
    input,
    check,
    problem: () => rules.problem(input.value),
    showsProblem: () => shownProblem !== null,
    fill: (text) => write(rules.tidy(text, false)),
    clear: () => write(''),
    describe(text) {
      hint.textContent = text
    },
    speak(messages) {
      words = messages
      label.textContent = messages[name]
      if (name !== 'number') hint.textContent = messages[`${name}Hint`]
      input.placeholder = name === 'expiry' ? messages.expiryFormat : example[name]
      show()
    },
  }
}

const example = { number: '1234 1234 1234 1234', code: '123' }

const endings = { empty: 'Empty', short: 'Short', wrong: 'Wrong', past: 'Past' } as const

/** Only a date can be past; for the others that would be wrong. */
function messageOf(name: FieldName, problem: Problem): keyof Messages {
  if (name === 'expiry') return `expiry${endings[problem]}`
  return `${name}${endings[problem === 'past' ? 'wrong' : problem]}`
}
