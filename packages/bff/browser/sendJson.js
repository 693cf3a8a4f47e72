import { signatureOf } from './signatureOf.js'

/**
 * Sends JSON to the exchange and reads its answer.
 * @param {string} path
 * @param {string} body
 * @param {Record<string, string>} [headers]
 * @param {string} [method]
 */
export async function sendJson(path, body, headers = {}, method = 'POST') {
  const all = { ...(body !== '' && { 'Content-Type': 'application/json' }), ...headers }
  const answer = await fetch(path, { method, headers: all, ...(body !== '' && { body }) })
  return { status: answer.status, body: await answer.json() }
}

/**
 * Sends what a partner's server would send, signed by the sandbox's published key.
 * @param {HTMLFormElement} form with the key
 * @param {string} path
 * @param {string} body
 * @param {string} [method]
 */
export async function sendSigned(form, path, body, method = 'POST') {
  const { key = '', secret = '' } = form.dataset
  const headers = { 'API-Key': key, 'API-Signature': await signatureOf(secret, path + body) }
  return sendJson(path, body, headers, method)
}
