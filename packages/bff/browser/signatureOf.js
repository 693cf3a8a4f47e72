/**
 * base64(HMAC-SHA512(secret, SHA256(text))), by the browser.
 * @param {string} secret
 * @param {string} text path and body
 * @returns {Promise<string>}
 * @throws {Error} where the page came over plain HTTP from another machine, since browsers sign nothing there
 */
export async function signatureOf(secret, text) {
  if (!window.isSecureContext)
    throw new Error('The browser signs only on localhost or over https. Open this page there.')
  const { subtle } = window.crypto
  const encoder = new TextEncoder()
  const digest = await subtle.digest('SHA-256', encoder.encode(text))
  const algorithm = { name: 'HMAC', hash: 'SHA-512' }
  const key = await subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign'])
  const signature = new Uint8Array(await subtle.sign('HMAC', key, digest))
  return btoa(String.fromCharCode(...signature))
}
