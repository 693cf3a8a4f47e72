/**
 * A choice that a reader made before; null where there is none or the browser keeps nothing.
 * @param {string} name
 * @returns {string | null}
 */
export function kept(name) {
  try {
    return window.localStorage.getItem(name)
  } catch {
    return null
  }
}

/**
 * Keeps a choice for the reader's next page, where the browser lets it.
 * @param {string} name
 * @param {string} value
 */
export function keep(name, value) {
  try {
    window.localStorage.setItem(name, value)
  } catch {
    // The choice holds for this page.
  }
}
