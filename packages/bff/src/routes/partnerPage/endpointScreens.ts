import type { DoorEnv } from '@cambio/server/http/door.ts'
import { pages } from '@cambio/wire/http/pages.ts'
import { DeliveryListQuery, ResendDeliveries } from '@cambio/wire/partner/CallbackDelivery.ts'
import { AddEndpoint, ChangeEndpoint, Overlap, OVERLAP_HOURS } from '@cambio/wire/partner/CallbackEndpoint.ts'
import type { Hono } from 'hono'
import { readable } from '../../pages/answer.ts'
import type { Html } from '../../pages/Page.ts'
import { deliveryPage } from '../../pages/partner/delivery.ts'
import { endpointPage, testedText } from '../../pages/partner/endpoint.ts'
import { endpointPath, endpointsPage, secretPage } from '../../pages/partner/endpoints.ts'
import type { Flash } from '../../pages/partner/frame.ts'
import { callbackDeliveries } from '../../partner/callbackDeliveries.ts'
import { callbackEndpoints } from '../../partner/callbackEndpoints.ts'
import type { Exchange } from '../../program/Exchange.ts'
import {
  flashOf,
  formOf,
  orShowAgain,
  readForm,
  saved,
  showScreen,
  type PageContext,
  type SignedInOnly,
  type Visit,
} from './PartnerPage.ts'

const ONE = `${pages.partner}/endpoints/:endpoint` as const
const DELIVERY = `${ONE}/deliveries/:delivery` as const
const SHOWN_AT_ONCE = 20

/** The messages after an act, by the word in the address. */
export const endpointDone: Readonly<Record<string, string>> = {
  ...saved,
  removed: 'The endpoint was removed.',
  resent: 'The callback is being sent again.',
}

/** The screens of a partner's endpoints and their deliveries. */
export function mountEndpointScreens(
  app: Hono<DoorEnv>,
  exchange: Exchange,
  signedInOnly: SignedInOnly,
): void {
  const endpoints = callbackEndpoints(exchange)
  const deliveries = callbackDeliveries(exchange)

  const listScreen = async ({ partner }: Visit, flash?: Flash): Promise<Html> =>
    endpointsPage({ partner: partner.name, endpoints: await endpoints.list(partner.id), flash })

  async function endpointScreen(c: PageContext, { partner }: Visit, flash?: Flash): Promise<Html> {
    const id = c.req.param('endpoint') ?? ''
    const endpoint = await endpoints.one(partner.id, id)
    const { state = '', cursor = '' } = c.req.query()
    const query = readForm(DeliveryListQuery, { state, cursor })
    const list = await deliveries.list(partner.id, id, { ...query, rows: SHOWN_AT_ONCE })
    const older = list.next_cursor && new URLSearchParams({ state, cursor: list.next_cursor }).toString()
    return endpointPage({
      partner: partner.name,
      endpoint,
      deliveries: list.data,
      older,
      state: query.state,
      flash,
    })
  }

  async function deliveryScreen(c: PageContext, { partner }: Visit, flash?: Flash): Promise<Html> {
    const endpointId = c.req.param('endpoint') ?? ''
    const delivery = await deliveries.show(partner.id, endpointId, c.req.param('delivery') ?? '')
    return deliveryPage({ partner: partner.name, endpointId, delivery, flash })
  }

  /** Does the work of a form on an endpoint's screen. If it is refused, shows that screen with the reason. */
  const onEndpoint = (c: PageContext, visit: Visit, work: (id: string) => Promise<Response>) =>
    orShowAgain(c, {
      work: () => work(c.req.param('endpoint') ?? ''),
      again: (flash) => endpointScreen(c, visit, flash),
    })

  app.post(
    `${pages.partner}/endpoints`,
    signedInOnly((c, visit) =>
      orShowAgain(c, {
        async work() {
          const form = await formOf(c)
          const added = await endpoints.add(visit, readForm(AddEndpoint, fieldsOf(form)))
          return showScreen(c, secretOf(visit, added, 'Endpoint added', 'It receives callbacks from now on.'))
        },
        again: (flash) => listScreen(visit, flash),
      }),
    ),
  )

  app.get(
    ONE,
    readable,
    signedInOnly(async (c, visit) => showScreen(c, await endpointScreen(c, visit, flashOf(c, endpointDone)))),
  )

  app.post(
    ONE,
    readable,
    signedInOnly((c, visit) =>
      onEndpoint(c, visit, async (id) => {
        const form = await formOf(c)
        const changes = readForm(ChangeEndpoint, fieldsOf(form))
        await endpoints.change(visit, id, {
          ...changes,
          ...(form.get('description') === '' && { description: '' }),
        })
        return c.redirect(`${endpointPath(id)}?done=saved`, 303)
      }),
    ),
  )

  app.post(
    `${ONE}/state`,
    readable,
    signedInOnly((c, visit) =>
      onEndpoint(c, visit, async (id) => {
        const state = (await formOf(c)).get('state')
        await endpoints.change(visit, id, readForm(ChangeEndpoint, { state }))
        return c.redirect(`${endpointPath(id)}?done=saved`, 303)
      }),
    ),
  )

  app.post(
    `${ONE}/test`,
    readable,
    signedInOnly((c, visit) =>
      onEndpoint(c, visit, async (id) => {
        const tested = await deliveries.test(visit.partner.id, id)
        return showScreen(c, await endpointScreen(c, visit, testedText(tested)))
      }),
    ),
  )

  app.post(
    `${ONE}/rotate`,
    readable,
    signedInOnly((c, visit) =>
      onEndpoint(c, visit, async (id) => {
        const sent = readForm(Overlap, { overlap_hours: (await formOf(c)).get('overlap_hours') })
        const rotated = await endpoints.rotate(visit, id, sent.overlap_hours ?? OVERLAP_HOURS)
        const note = `The previous secret also signs until ${rotated.former_until.slice(0, 19)} UTC.`
        return showScreen(c, secretOf(visit, rotated, 'New secret', note))
      }),
    ),
  )

  app.post(
    `${ONE}/remove`,
    readable,
    signedInOnly((c, visit) =>
      onEndpoint(c, visit, async (id) => {
        await endpoints.remove(visit, id)
        return c.redirect(`${pages.partner}?done=removed`, 303)
      }),
    ),
  )

  app.post(
    `${ONE}/resend`,
    readable,
    signedInOnly((c, visit) =>
      onEndpoint(c, visit, async (id) => {
        const form = await formOf(c)
        const from = unixOf(form.get('from'))
        const until = unixOf(form.get('until'))
        const range = readForm(ResendDeliveries, { from, until, state: form.get('state') })
        const resent = await deliveries.resendRange(visit, id, range)
        const success =
          resent === 1 ? 'One callback is being sent again.' : `${resent} callbacks are being sent again.`
        return showScreen(c, await endpointScreen(c, visit, { success }))
      }),
    ),
  )

  app.get(
    DELIVERY,
    readable,
    signedInOnly(async (c, visit) => showScreen(c, await deliveryScreen(c, visit, flashOf(c, endpointDone)))),
  )

  app.post(
    `${DELIVERY}/resend`,
    readable,
    signedInOnly((c, visit) =>
      orShowAgain(c, {
        async work() {
          const [endpoint, delivery] = [c.req.param('endpoint'), c.req.param('delivery')]
          await deliveries.resendOne(visit, endpoint, delivery)
          return c.redirect(`${endpointPath(endpoint)}/deliveries/${delivery}?done=resent`, 303)
        },
        again: (flash) => deliveryScreen(c, visit, flash),
      }),
    ),
  )
}

/** The fields by which an endpoint is added or changed; the schema refuses an empty list of events. */
function fieldsOf(form: URLSearchParams): Readonly<Record<string, string | readonly string[] | null>> {
  return { url: form.get('url'), description: form.get('description'), events: form.getAll('events') }
}

/** Unix seconds of a browser's date and time, which is read as UTC. */
function unixOf(local: string | null): string | null {
  const at = local === null ? Number.NaN : Date.parse(`${local}Z`)
  return Number.isNaN(at) ? local : String(Math.floor(at / 1_000))
}

function secretOf(
  { partner }: Visit,
  made: { readonly endpoint_id: string; readonly secret: string; readonly webhook_secret: string },
  title: string,
  note: string,
): Html {
  return secretPage({
    partner: partner.name,
    title,
    secrets: [
      ['Secret', made.secret],
      ['The same for Standard Webhooks', made.webhook_secret],
    ],
    note,
    next: endpointPath(made.endpoint_id),
    tab: 'callbacks',
  })
}
