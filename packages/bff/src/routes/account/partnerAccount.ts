import { OVERLAP_HOURS, type CallbackEndpoint } from '@cambio/wire/partner/CallbackEndpoint.ts'
import type { PartnerAccount } from '@cambio/wire/partner/PartnerAccount.ts'
import type { Handlers } from '../../http/Handler.ts'
import { callbackDeliveries } from '../../partner/callbackDeliveries.ts'
import { callbackEndpoints } from '../../partner/callbackEndpoints.ts'
import { keyChangeMail } from '../../partner/keyChangeMail.ts'
import { partnerAccount } from '../../partner/partnerAccount.ts'
import { byKey } from '../../partner/PartnerActor.ts'
import { partnerStatement } from '../../partner/partnerStatement.ts'
import type { Exchange } from '../../program/Exchange.ts'
import { reportLimit } from '../partner/reportLimit.ts'

/** The routes by which a partner's server manages the partner's account. */
export function partnerAccountRoutes(exchange: Exchange): Handlers['partnerAccount'] {
  const endpoints = callbackEndpoints(exchange)
  const deliveries = callbackDeliveries(exchange)
  const account = partnerAccount(exchange)
  const reading = reportLimit()
  const tellContact = keyChangeMail(exchange)
  return {
    account: ({ partner }) => account.show(partner.id),
    async changeAccount({ partner, body }) {
      const changed = await account.change(byKey(partner), body)
      if (body.origins)
        await tellContact(partner, 'origins_set', changed.origins.join('\n') || 'No page may show it.')
      if (body.theme) await tellContact(partner, 'theme_set', JSON.stringify(body.theme))
      if (body.logo || body.logo_dark)
        await tellContact(partner, 'logo_set', logosOf(exchange.baseUrl, changed))
      return changed
    },
    endpoints: async ({ partner }) => ({ data: await endpoints.list(partner.id) }),
    async addEndpoint({ partner, body }) {
      const added = await endpoints.add(byKey(partner), body)
      await tellContact(partner, 'endpoint_added', nameOf(added))
      return added
    },
    async changeEndpoint({ partner, params, body }) {
      const changed = await endpoints.change(byKey(partner), params.endpoint_id, body)
      await tellContact(partner, 'endpoint_changed', nameOf(changed))
      return changed
    },
    async removeEndpoint({ partner, params: { endpoint_id } }) {
      const before = await endpoints.one(partner.id, endpoint_id)
      await endpoints.remove(byKey(partner), endpoint_id)
      await tellContact(partner, 'endpoint_removed', nameOf(before))
      return { endpoint_id, is_removed: 1 }
    },
    async rotateEndpoint({ partner, params, body: { overlap_hours: hours = OVERLAP_HOURS } }) {
      const rotated = await endpoints.rotate(byKey(partner), params.endpoint_id, hours)
      const endpoint = await endpoints.one(partner.id, params.endpoint_id)
      await tellContact(partner, 'endpoint_secret_rotated', nameOf(endpoint))
      return rotated
    },
    testEndpoint: ({ partner, params }) => deliveries.test(partner.id, params.endpoint_id),
    deliveries: ({ partner, params, query }) => deliveries.list(partner.id, params.endpoint_id, query),
    delivery: ({ partner, params }) => deliveries.show(partner.id, params.endpoint_id, params.delivery_id),
    resendDelivery: async ({ partner, params: { endpoint_id, delivery_id } }) => ({
      resent: await deliveries.resendOne(byKey(partner), endpoint_id, delivery_id),
    }),
    resendDeliveries: async ({ partner, params, body }) => ({
      resent: await deliveries.resendRange(byKey(partner), params.endpoint_id, body),
    }),
    async rotateCredentials({ partner, body: { which, overlap_hours: hours = OVERLAP_HOURS } }) {
      const rotated = await account.rotate(byKey(partner), which, hours)
      await tellContact(partner, 'credentials_rotated', credentials[which])
      return rotated
    },
    statement: async ({ partner, query }) =>
      reading.oneOf(partner.id, partnerStatement(exchange, partner.id, query)),
    requestLog: ({ partner, query }) => account.requests(partner.id, query),
  }
}

/** The replaced credentials, as mails name them. */
const credentials = {
  api_key: 'The API key',
  secret: 'The secret',
  both: 'The API key and the secret',
} as const

/** The logos that are set, as a mail names them. */
function logosOf(baseUrl: string, { logo, logo_dark: dark }: PartnerAccount): string {
  const named = (path: string | null) => (path === null ? 'none' : `${baseUrl}${path}`)
  return `Logo: ${named(logo)}\nLogo for dark backgrounds: ${named(dark)}`
}

function nameOf({ url, description }: CallbackEndpoint): string {
  return [description, url ?? 'no address'].filter((part) => part !== null).join(', ')
}
