/*
 * Passkeys on the partner's page. A form marked `data-passkey` asks its own address for options, has the browser make a
 * passkey or sign by one, and hands over what the browser answered. Without a browser that can, it stays hidden.
 */

const canUsePasskeys =
  typeof PublicKeyCredential === 'function' && 'parseCreationOptionsFromJSON' in PublicKeyCredential

if (canUsePasskeys) {
  for (const form of document.querySelectorAll('form[data-passkey]'))
    if (form instanceof HTMLFormElement) offer(form)
  for (const note of document.querySelectorAll('[data-passkey-missing]')) note.remove()
}

/** @param {HTMLFormElement} form */
function offer(form) {
  form.hidden = false
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void answer(form)
  })
}

/** @param {HTMLFormElement} form */
async function answer(form) {
  const button = form.querySelector('button')
  const alert = form.querySelector('[role=alert]')
  const field = form.querySelector('[name=credential]')
  if (!button || !(alert instanceof HTMLElement) || !(field instanceof HTMLInputElement)) return
  button.disabled = true
  alert.hidden = true
  try {
    const credential = form.dataset['passkey'] === 'create' ? await create(form) : await get(form)
    field.value = JSON.stringify(credential)
    form.submit()
  } catch (error) {
    alert.textContent = reasonOf(error)
    alert.hidden = false
    button.disabled = false
  }
}

/** @param {HTMLFormElement} form */
async function create(form) {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(await optionsOf(form))
  return jsonOf(await navigator.credentials.create({ publicKey }))
}

/** @param {HTMLFormElement} form */
async function get(form) {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(await optionsOf(form))
  return jsonOf(await navigator.credentials.get({ publicKey }))
}

/** @param {HTMLFormElement} form */
async function optionsOf(form) {
  const answer = await fetch(`${form.action}/options`, { method: 'POST' })
  if (answer.redirected) location.reload()
  if (!answer.ok) throw new Error(`The exchange answered ${answer.status}`)
  return answer.json()
}

/** @param {Credential | null} credential */
function jsonOf(credential) {
  if (credential instanceof PublicKeyCredential) return credential.toJSON()
  throw new Error('The browser answered with no passkey')
}

/** @param {unknown} error */
function reasonOf(error) {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'InvalidStateError') return 'This device has a passkey for you already. Nothing was added.'
  if (name === 'NotAllowedError')
    return 'No passkey was used: it was cancelled, or it took too long. Try again.'
  return 'The passkey could not be used. Try again, or use the link in the e-mail.'
}
