import { platformDouble, type Answering, type ReceivedRequest } from '../platformDouble.ts'

/*
 * Twilio as its documents describe the Messages resource: what they do not allow is an error here too.
 */

export const account = {
  accountSid: `AC${'a1'.repeat(16)}`,
  login: { user: `AC${'a1'.repeat(16)}`, password: 'auth token' },
  smsSender: '+15557771111',
  whatsappSender: '+15557772222',
  templates: { order_paid: `HX${'b2'.repeat(16)}`, hello: `HX${'c3'.repeat(16)}` },
}

const collection = `/2010-04-01/Accounts/${account.accountSid}/Messages`
const phone = /^(whatsapp:)?\+[1-9]\d{1,14}$/

export type MessageForm = Readonly<Record<string, string>>

/** Answers as Twilio does, and keeps what was sent. */
export async function twilioDouble() {
  const sent: MessageForm[] = []
  const statuses = new Map<string, string>()
  const double = await platformDouble((request) => answerTo(request, sent, statuses))
  return Object.assign(double, { sent, statuses })
}

function answerTo(request: ReceivedRequest, sent: MessageForm[], statuses: Map<string, string>): Answering {
  const { user, password } = account.login
  if (request.headers.get('authorization') !== `Basic ${btoa(`${user}:${password}`)}`)
    return no(401, 20003, 'Authenticate')
  if (request.method === 'POST' && request.path === `${collection}.json`) {
    const objection = objectionTo(request)
    if (objection) return objection
    const form = Object.fromEntries(new URLSearchParams(request.body))
    const sid = `SM${String(sent.push(form)).padStart(32, '0')}`
    statuses.set(sid, 'queued')
    return { status: 201, json: resource(sid, form, 'queued') }
  }
  const sid = new RegExp(`^${collection}/(SM\\w{32})\\.json$`).exec(request.path)?.[1] ?? ''
  const status = statuses.get(sid)
  if (request.method === 'GET' && status) return { json: resource(sid, {}, status) }
  return no(404, 20404, `The requested resource ${request.path} was not found`)
}

function objectionTo({ headers, body }: ReceivedRequest): Answering | undefined {
  if (!headers.get('content-type')?.startsWith('application/x-www-form-urlencoded'))
    return no(400, 21604, "A 'To' phone number is required.")
  const form = Object.fromEntries(new URLSearchParams(body))
  const { To = '', From, MessagingServiceSid, Body, ContentSid, ContentVariables } = form
  if (!phone.test(To)) return no(400, 21211, `Invalid 'To' Phone Number: ${To}`)
  if (From === undefined && !/^MG\w{32}$/.test(MessagingServiceSid ?? ''))
    return no(400, 21603, "A 'From' phone number is required.")
  if (
    From !== undefined &&
    (!phone.test(From) || From.startsWith('whatsapp:') !== To.startsWith('whatsapp:'))
  )
    return no(400, 63007, 'Twilio could not find a Channel with the specified From address')
  if (ContentVariables !== undefined && ContentSid === undefined) return no(400, 21654, 'ContentSid Required')
  if (ContentVariables !== undefined && !hasVariables(ContentVariables))
    return no(400, 21656, 'The ContentVariables Parameter is invalid')
  if (ContentSid === undefined ? !Body : !/^HX[0-9a-fA-F]{32}$/.test(ContentSid))
    return no(400, 21602, 'Message body is required.')
  if ((Body ?? '').length > 1_600)
    return no(400, 21617, 'The concatenated message body exceeds the 1600 character limit')
  return undefined
}

function hasVariables(text: string): boolean {
  const variables: unknown = JSON.parse(text)
  const values = typeof variables === 'object' && variables ? Object.values(variables) : []
  return values.length > 0 && values.every((value) => typeof value === 'string')
}

function resource(sid: string, { To, From, Body }: MessageForm, status: string): Record<string, unknown> {
  return {
    account_sid: account.accountSid,
    api_version: '2010-04-01',
    body: Body ?? '',
    date_created: 'Sun, 01 Mar 2026 12:00:00 +0000',
    date_sent: null,
    direction: 'outbound-api',
    error_code: null,
    error_message: null,
    from: From ?? null,
    num_media: '0',
    num_segments: '1',
    price: null,
    sid,
    status,
    to: To ?? null,
    uri: `${collection}/${sid}.json`,
  }
}

function no(status: number, code: number, message: string): Answering {
  return { status, json: { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status } }
}
