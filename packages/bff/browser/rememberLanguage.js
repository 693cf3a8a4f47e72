import { keep, kept } from './store.js'

const NAME = 'cambio-sample-language'

/** Shows every sample in the language that was chosen at any of them, on this page and on the next. */
export function rememberLanguage() {
  /** @type {NodeListOf<HTMLButtonElement>} */
  const buttons = document.querySelectorAll('.languages button')
  const before = kept(NAME)
  if (before !== null && [...buttons].some(({ dataset }) => dataset['language'] === before))
    show(before, buttons)
  for (const button of buttons)
    button.addEventListener('click', () => {
      const language = button.dataset['language'] ?? ''
      const { top } = button.getBoundingClientRect()
      show(language, buttons)
      keep(NAME, language)
      // The samples above may be longer or shorter now: what was pressed stays where it was.
      window.scrollBy({ top: button.getBoundingClientRect().top - top, behavior: 'instant' })
    })
}

/**
 * @param {string} language
 * @param {NodeListOf<HTMLButtonElement>} buttons
 */
function show(language, buttons) {
  document.documentElement.dataset['language'] = language
  for (const button of buttons)
    button.setAttribute('aria-pressed', String(button.dataset['language'] === language))
}
