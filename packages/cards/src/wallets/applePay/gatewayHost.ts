import { NotAllowed } from '@cambio/server/outside/outsideAddress.ts'

/** `live` is for Apple's own servers alone; a sandbox may ask those for tests too. */
export type AppleEnvironment = 'live' | 'sandbox'

/*
 * The hosts that give sessions, for the world and for China:
 * https://developer.apple.com/documentation/applepayontheweb/setting-up-your-server
 */
const liveHosts = ['apple-pay-gateway.apple.com', 'cn-apple-pay-gateway.apple.com']
const testHosts = ['apple-pay-gateway-cert.apple.com', 'cn-apple-pay-gateway-cert.apple.com']

/**
 * The host that a validation URL names, where it is one of Apple's. The browser brings that URL, so nothing but the host is
 * taken from it.
 * @throws NotAllowed for any other address
 */
export function gatewayHost(validationUrl: string, environment: AppleEnvironment): string {
  const url = URL.parse(validationUrl)
  const hosts = environment === 'live' ? liveHosts : [...liveHosts, ...testHosts]
  const isPlain = url?.protocol === 'https:' && url.port === '' && url.username === '' && url.password === ''
  if (!url || !isPlain || !hosts.includes(url.hostname))
    throw new NotAllowed('The validation URL is not one of Apple’s')
  return url.hostname
}
