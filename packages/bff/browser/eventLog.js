import { sendJson } from './sendJson.js'

/** @param {string} title @param {unknown} detail @returns {HTMLElement} the entry */
export function tell(title, detail) {
  const item = document.createElement('li')
  const time = document.createElement('time')
  time.textContent = new Date().toLocaleTimeString()
  const name = document.createElement('b')
  name.textContent = title
  const code = document.createElement('pre')
  code.textContent = typeof detail === 'string' ? detail : JSON.stringify(detail)
  item.append(time, name, code)
  document.querySelector('#events')?.prepend(item)
  return item
}

/** Tells of an event of the widget's, and whether it is as its schema says. @param {{ kind: string }} event */
export async function tellEvent(event) {
  const item = tell(`Widget: ${event.kind}`, event)
  const verdict = document.createElement('span')
  item.append(verdict)
  const { status, body } = await sendJson('/playground/events', JSON.stringify(event))
  const isChecked = status === 200
  const faults = isChecked ? body.faults : []
  verdict.dataset['valid'] = String(isChecked && faults.length === 0)
  if (!isChecked) verdict.textContent = 'Could not be checked'
  else
    verdict.textContent =
      faults.length === 0 ? 'As its schema says' : `Against its schema: ${faults.join('; ')}`
}

/** @param {string} sentence */
export function complain(sentence) {
  const problem = document.querySelector('#problem')
  if (problem) problem.textContent = sentence
}
