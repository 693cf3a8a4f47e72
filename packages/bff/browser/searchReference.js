import { loadIndex, search } from './searchIndex.js'

/** The line of the list that Enter opens. */
let marked = -1

/** Finds pages, calls, problems and words as they are typed: a combobox as WAI-ARIA describes it. */
export function searchReference() {
  /** @type {HTMLInputElement | null} */
  const input = document.querySelector('.search input')
  const list = document.querySelector('#found')
  if (!input || !list) return
  input.addEventListener('focus', () => void loadIndex())
  input.addEventListener('input', () => void show(input, list))
  input.addEventListener('keydown', (event) => move(event, input, list))
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element && target.closest('.search'))) close(input, list)
  })
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof Element && event.target.matches('input, textarea, select')
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    input.focus()
  })
}

/**
 * @param {HTMLInputElement} input
 * @param {Element} list
 */
async function show(input, list) {
  const words = input.value
  const index = await loadIndex()
  if (input.value !== words) return
  const results = search(index, words)
  const items = results.map(({ title, kind, href }, at) => {
    const item = document.createElement('li')
    item.role = 'option'
    item.id = `found-${at}`
    item.dataset['href'] = href
    item.append(part('b', title), part('span', kind))
    item.addEventListener('click', () => go(href, input, list))
    return item
  })
  const nothing = part('li', 'Nothing found')
  nothing.role = 'option'
  nothing.setAttribute('aria-disabled', 'true')
  list.replaceChildren(...(items.length > 0 ? items : [nothing]))
  mark(input, list, items.length > 0 ? 0 : -1)
  const isOpen = words.trim() !== ''
  list.toggleAttribute('hidden', !isOpen)
  input.setAttribute('aria-expanded', String(isOpen))
}

/**
 * @param {KeyboardEvent} event
 * @param {HTMLInputElement} input
 * @param {Element} list
 */
function move(event, input, list) {
  const items = list.querySelectorAll('[data-href]')
  if (event.key === 'Escape') close(input, list)
  if (event.key === 'Enter') {
    const item = items[marked]
    if (item instanceof HTMLElement) go(item.dataset['href'] ?? '', input, list)
  }
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0 || items.length === 0) return
  event.preventDefault()
  mark(input, list, (marked + step + items.length) % items.length)
}

/**
 * @param {HTMLInputElement} input
 * @param {Element} list
 * @param {number} at
 */
function mark(input, list, at) {
  marked = at
  for (const [index, item] of [...list.children].entries()) item.ariaSelected = String(index === at)
  if (at < 0) return input.removeAttribute('aria-activedescendant')
  input.setAttribute('aria-activedescendant', `found-${at}`)
  list.children[at]?.scrollIntoView({ block: 'nearest' })
}

/**
 * @param {string} href
 * @param {HTMLInputElement} input
 * @param {Element} list
 */
function go(href, input, list) {
  close(input, list)
  input.blur()
  window.location.assign(href)
}

/**
 * @param {HTMLInputElement} input
 * @param {Element} list
 */
function close(input, list) {
  list.toggleAttribute('hidden', true)
  input.setAttribute('aria-expanded', 'false')
}

/**
 * @param {'b' | 'span' | 'li'} name
 * @param {string} text
 */
function part(name, text) {
  const element = document.createElement(name)
  element.textContent = text
  return element
}
