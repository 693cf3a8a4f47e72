import { signatureOf } from './signatureOf.js'

/** Sends a call to this sandbox as its form has it, signed by the sandbox's published key. */
export function tryCalls() {
  /** @type {NodeListOf<HTMLFormElement>} */
  const forms = document.querySelectorAll('.try form')
  for (const form of forms)
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      void send(form)
    })
}

/** @param {HTMLFormElement} form */
async function send(form) {
  const outcome = form.querySelector('.outcome')
  if (!outcome) return
  outcome.textContent = 'Sending…'
  try {
    const began = performance.now()
    const answer = await fetch(addressOf(form), await requestOf(form))
    const text = await answer.text()
    const took = Math.round(performance.now() - began)
    outcome.replaceChildren(said(`${answer.status} ${answer.statusText}, ${took} ms`), shown(text))
  } catch (error) {
    outcome.replaceChildren(
      said(`Not sent: ${error instanceof Error ? error.message : 'for a reason unknown'}`),
    )
  }
}

/** @param {HTMLFormElement} form */
async function requestOf(form) {
  const { key, secret, method = 'GET' } = form.dataset
  const body = valueOf(form, 'body')
  const session = valueOf(form, 'session')
  const path = addressOf(form).pathname
  const headers = {
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
    ...(session !== undefined && { Authorization: `Bearer ${session}` }),
    ...(key !== undefined &&
      secret !== undefined && {
        'API-Key': key,
        'API-Signature': await signatureOf(secret, path + (body ?? '')),
      }),
  }
  return { method, headers, ...(body !== undefined && { body }) }
}

/** @param {HTMLFormElement} form */
function addressOf(form) {
  const url = new URL(valueOf(form, 'address') ?? '', window.location.origin)
  if (url.origin !== window.location.origin) throw new Error('The address begins with /api/.')
  return url
}

/**
 * @param {HTMLFormElement} form
 * @param {string} name
 */
function valueOf(form, name) {
  const value = new FormData(form).get(name)
  return typeof value === 'string' ? value : undefined
}

/** @param {string} sentence */
function said(sentence) {
  const line = document.createElement('p')
  line.textContent = sentence
  return line
}

/** @param {string} text */
function shown(text) {
  const code = document.createElement('pre')
  code.tabIndex = 0
  code.textContent = formatted(text)
  return code
}

/** @param {string} text */
function formatted(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
