import type { Rules } from './Rules.ts'

export type Typed = { readonly text: string; readonly caret: number }

/**
 * Puts what was just typed into the field's own format, and the caret behind the same digit as before. Deleting a
 * separator deletes the digit beside it: otherwise the separator would only reappear.
 * @param before the text before this edit
 * @param inputType of the InputEvent; '' when an autofill wrote the field
 */
export function retype(rules: Rules, before: string, typed: Typed, inputType: string): Typed {
  const deleting = inputType.startsWith('delete')
  const meant = deleting && count(typed.text) === count(before) ? withoutNeighbour(typed, inputType) : typed
  const text = rules.tidy(meant.text, deleting)
  if (meant.caret >= meant.text.length) return { text, caret: text.length }
  const added = Math.max(0, count(text) - count(meant.text))
  const digits = count(meant.text.slice(0, meant.caret))
  return { text, caret: behind(text, digits === 0 ? 0 : digits + added) }
}

function withoutNeighbour({ text, caret }: Typed, inputType: string): Typed {
  const left = text.slice(0, caret)
  const right = text.slice(caret)
  if (inputType.endsWith('Forward')) return { text: left + right.replace(/\d/, ''), caret }
  const shorter = left.replace(/\d(?=\D*$)/, '')
  return { text: shorter + right, caret: shorter.length }
}

/** The position right behind this many digits. */
function behind(text: string, digits: number): number {
  let digitsPassed = 0
  let place = 0
  while (digitsPassed < digits && place < text.length) {
    if (isDigit(text[place])) digitsPassed += 1
    place += 1
  }
  return place
}

function count(text: string): number {
  return text.replace(/\D/g, '').length
}

function isDigit(character: string | undefined): boolean {
  return character !== undefined && /\d/.test(character)
}
