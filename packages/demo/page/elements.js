// @ts-check

/** @param {string} tag @param {string} text */
export function line(tag, text) {
  const element = document.createElement(tag)
  element.textContent = text
  return element
}

/** @param {string} place @param {string} text */
export function say(place, text) {
  const shown = document.querySelector(place)
  if (shown) shown.textContent = text
}

/** @param {unknown} json */
export function formatted(json) {
  return JSON.stringify(json, null, 2) ?? ''
}
