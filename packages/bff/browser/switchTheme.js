import { keep, kept } from './store.js'

/** The guide keeps the reader's choice under this name, and reads it. */
const NAME = 'vitepress-theme-appearance'

/** Light or dark: the system's, unless the reader chose another here or in the guide. */
export function switchTheme() {
  const button = document.querySelector('button.theme')
  const before = kept(NAME)
  const isSystemDark = window.matchMedia('(prefers-color-scheme: dark)').matches
  show(button, before === 'dark' || (before !== 'light' && isSystemDark))
  button?.addEventListener('click', () => {
    const isDark = document.documentElement.dataset['theme'] !== 'dark'
    show(button, isDark)
    keep(NAME, isDark ? 'dark' : 'light')
  })
}

/**
 * @param {Element | null} button
 * @param {boolean} isDark
 */
function show(button, isDark) {
  document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light'
  button?.setAttribute('aria-pressed', String(isDark))
}
