import { clientIpOf, type DoorContext, type DoorEnv } from '@cambio/server/http/door.ts'
import type { SignedMessage } from '@cambio/server/messageSignature/SignedMessage.ts'
import { Hono } from 'hono'
import * as z from 'zod/mini'
import { capture } from '../actions/capture.ts'
import { creditvoid } from '../actions/creditvoid.ts'
import { getStatusByOrder, getDetails, getStatus } from '../actions/paymentStatus.ts'
import { sale } from '../actions/sale.ts'
import type { Merchant } from '../merchant/Merchant.ts'
import type { Guard } from '../merchant/requestGuard.ts'
import type { Platform } from '../Platform.ts'
import type { Answer } from '../protocol/answers.ts'
import { readForm, type Form } from '../protocol/form.ts'
import { blank, notValid, Refusal } from '../protocol/Refusal.ts'
import { readFollowUp, readOrder, readSale, readTransaction } from '../protocol/requests.ts'
import { Uuid } from '../protocol/Uuid.ts'
import { verifyMessage } from '../protocol/verifyMessage.ts'
import type { SaleStatements } from '../store/saleStatements.ts'
import { logUnsigned } from './logUnsigned.ts'

type Deps = { platform: Platform; guard: Guard; statements: SaleStatements }

/** Handles the form of one action. */
type Act = (deps: Deps, form: Form, sent: Sent) => Promise<Answer>

/** The request behind the form; `signed` is the whole message when it carries a signature of its own. */
type Sent = { readonly c: DoorContext; readonly signed: SignedMessage | null }

const actions: Readonly<Record<string, Act>> = {
  SALE: act((form, merchant) => readSale(form, merchant?.optionalFields ?? []), sale),
  CAPTURE: act(readFollowUp, ({ platform }, merchant, fields) => capture(platform, merchant, fields)),
  CREDITVOID: act(readFollowUp, ({ platform }, merchant, fields) => creditvoid(platform, merchant, fields)),
  GET_TRANS_STATUS: act(readTransaction, ({ platform }, merchant, fields) =>
    getStatus(platform, merchant, fields),
  ),
  GET_TRANS_DETAILS: act(readTransaction, ({ platform }, merchant, fields) =>
    getDetails(platform, merchant, fields),
  ),
  GET_TRANS_STATUS_BY_ORDER: act(readOrder, ({ platform }, merchant, fields) =>
    getStatusByOrder(platform, merchant, fields),
  ),
}

/** The only address for merchants: the form's `action` field names the action. */
export function postRoute(deps: Deps): Hono<DoorEnv> {
  return new Hono<DoorEnv>().post('/post', async (c) => {
    const signed = await signedMessageOf(c, deps.platform)
    const form = await readForm(signed === null ? c.req.raw : requestOf(signed))
    const name = form.fields.get('action')
    if (name === undefined) throw form.unreadable.has('action') ? notValid('action') : blank('action')
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined
    if (action === undefined) throw notValid('action')
    return c.json(await action(deps, form, { c, signed }))
  })
}

/** Looks up the merchant first, because its settings say which fields are required. */
function act<Fields>(
  read: (form: Form, merchant: Merchant | undefined) => Fields,
  verb: (deps: Deps, merchant: Merchant, fields: Fields) => Promise<Answer>,
): Act {
  return async (deps, form, { c, signed }) => {
    const clientKey = z.safeParse(Uuid, form.fields.get('client_key'))
    const merchant = clientKey.success ? await deps.statements.findMerchant(clientKey.data) : undefined
    const fields = read(form, merchant)
    if (merchant === undefined) throw new Refusal('merchant_unknown')
    deps.guard.admit(merchant, clientIpOf(c))
    const { id, signatureKeys: keys } = merchant
    try {
      if (keys.length > 0) await verifyMessage(deps.platform, { id, keys }, signed)
      return await verb(deps, merchant, fields)
    } catch (error) {
      if (isUnsigned(error)) logUnsigned(c, deps.platform.log, id)
      throw error
    }
  }
}

function isUnsigned(error: unknown): boolean {
  return error instanceof Refusal && error.fields.some((field) => /^(?:hash|signature): /.test(field))
}

/**
 * A signed message is kept whole until its signature is checked. Any other is not, so that its card is not kept longer.
 */
async function signedMessageOf(c: DoorContext, { paymentUrl }: Platform): Promise<SignedMessage | null> {
  if (c.req.header('signature-input') === undefined) return null
  const { pathname, search } = new URL(c.req.url)
  return {
    method: c.req.method,
    url: new URL(`${paymentUrl}${pathname}${search}`),
    headers: c.req.raw.headers,
    body: await c.req.bytes(),
  }
}

function requestOf({ method, url, headers, body }: SignedMessage): Request {
  return new Request(url, { method, headers, body: new Uint8Array(body) })
}
