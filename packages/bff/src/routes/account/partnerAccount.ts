import { OVERLAP_HOURS } from '@cambio/wire/partner/CallbackEndpoint.ts'
import type { Handlers } from '../../http/Handler.ts'
import { callbackDeliveries } from '../../partner/callbackDeliveries.ts'
import { callbackEndpoints } from '../../partner/callbackEndpoints.ts'
import { partnerAccount } from '../../partner/partnerAccount.ts'
import { byKey } from '../../partner/PartnerActor.ts'
import { partnerStatement } from '../../partner/partnerStatement.ts'
import type { Exchange } from '../../program/Exchange.ts'
import { fewReports } from '../partner/fewReports.ts'

/** The routes by which a partner's server sees and sets what is the partner's own. */
export function partnerAccountRoutes(exchange: Exchange): Handlers['partnerAccount'] {
  const endpoints = callbackEndpoints(exchange)
  const deliveries = callbackDeliveries(exchange)
  const account = partnerAccount(exchange)
  const reading = fewReports()
  return {
    account: ({ partner }) => account.show(partner.id),
    changeAccount: ({ partner, body }) => account.change(byKey(partner), body),
    endpoints: async ({ partner }) => ({ data: await endpoints.list(partner.id) }),
    addEndpoint: ({ partner, body }) => endpoints.add(byKey(partner), body),
    changeEndpoint: ({ partner, params, body }) => endpoints.change(byKey(partner), params.endpoint_id, body),
    async removeEndpoint({ partner, params: { endpoint_id } }) {
      await endpoints.remove(byKey(partner), endpoint_id)
      return { endpoint_id, is_removed: 1 }
    },
    rotateEndpoint: ({ partner, params, body: { overlap_hours: hours = OVERLAP_HOURS } }) =>
      endpoints.rotate(byKey(partner), params.endpoint_id, hours),
    testEndpoint: ({ partner, params }) => deliveries.test(partner.id, params.endpoint_id),
    deliveries: ({ partner, params, query }) => deliveries.list(partner.id, params.endpoint_id, query),
    delivery: ({ partner, params }) => deliveries.show(partner.id, params.endpoint_id, params.delivery_id),
    resendDelivery: async ({ partner, params: { endpoint_id, delivery_id } }) => ({
      resent: await deliveries.resendOne(byKey(partner), endpoint_id, delivery_id),
    }),
    resendDeliveries: async ({ partner, params, body }) => ({
      resent: await deliveries.resendRange(byKey(partner), params.endpoint_id, body),
    }),
    rotateCredentials: ({ partner, body: { which, overlap_hours: hours = OVERLAP_HOURS } }) =>
      account.rotate(byKey(partner), which, hours),
    statement: async ({ partner, query }) =>
      reading.oneOf(partner.id, partnerStatement(exchange, partner.id, query)),
    requestLog: ({ partner, query }) => account.requests(partner.id, query),
  }
}
