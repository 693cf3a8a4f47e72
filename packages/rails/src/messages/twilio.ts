import type {
  Message,
  MessageOutcome,
  MessageRail,
  MessageState,
} from '@cambio/exchange/message/MessageRail.ts'
import * as z from 'zod/mini'
import { call, Unanswered, type Reply } from '../call.ts'

/** The operator's account at Twilio. */
export type TwilioAccount = {
  readonly accountSid: string
  /** The account's own SID and token, or an API key's. */
  readonly login: { readonly user: string; readonly password: string }
  /** The sender of texts: a number, or a messaging service, whose SID begins with MG. */
  readonly smsSender?: string
  /** The number that sends on WhatsApp. */
  readonly whatsappSender?: string
  /** The content SIDs of the templates, by the names that partners know. */
  readonly templates: Readonly<Record<string, string>>
}

/** How long Twilio may take to answer, milliseconds. */
const TIME_LIMIT_MS = 10_000

/** The part of a message resource that is read. */
const Resource = z.object({ sid: z.string(), status: z.string() })
/** Twilio's refusal. */
const TwilioError = z.object({ code: z.number(), message: z.string() })

/**
 * Texts and WhatsApp templates by Twilio's Messages resource, `POST /2010-04-01/Accounts/{sid}/Messages.json`. Twilio
 * accepts no id of ours with a message, so a message whose answer was lost cannot be found again: it stays unknown.
 */
export function twilio(input: {
  readonly account: TwilioAccount
  readonly fetch?: typeof globalThis.fetch
  readonly baseUrl?: string
  readonly timeLimitMs?: number
}): MessageRail {
  const { account, fetch = globalThis.fetch, baseUrl = 'https://api.twilio.com' } = input
  const { login, accountSid } = account
  const messages = `${baseUrl}/2010-04-01/Accounts/${accountSid}/Messages`
  const credentials = Buffer.from(`${login.user}:${login.password}`).toString('base64')
  const callTwilio = (url: string, request: { method?: 'POST'; body?: URLSearchParams }): Promise<Reply> => {
    const headers = { Authorization: `Basic ${credentials}` }
    const limit = AbortSignal.timeout(input.timeLimitMs ?? TIME_LIMIT_MS)
    return call(fetch, url, { ...request, headers }, limit)
  }

  return {
    channels: [
      ...(account.smsSender === undefined ? [] : ['sms' as const]),
      ...(account.whatsappSender === undefined ? [] : ['whatsapp' as const]),
    ],

    async send(message) {
      const form = formOf(account, message)
      if (typeof form === 'string') return { is: 'refused', code: null, why: form }
      try {
        return outcomeOf(
          await callTwilio(`${messages}.json`, { method: 'POST', body: new URLSearchParams(form) }),
        )
      } catch (error) {
        if (error instanceof Unanswered) return { is: 'unknown', why: error.message }
        throw error
      }
    },

    async state(messageId) {
      try {
        const { json } = await callTwilio(`${messages}/${encodeURIComponent(messageId)}.json`, {})
        return states.get(Resource.safeParse(json).data?.status ?? '') ?? 'unknown'
      } catch (error) {
        if (error instanceof Unanswered) return 'unknown'
        throw error
      }
    },
  }
}

/** Twilio's names for the progress of a message. */
const states: ReadonlyMap<string, MessageState> = new Map([
  ['accepted', 'underway'],
  ['scheduled', 'underway'],
  ['queued', 'underway'],
  ['sending', 'underway'],
  ['sent', 'underway'],
  ['delivered', 'delivered'],
  ['read', 'delivered'],
  ['undelivered', 'failed'],
  ['failed', 'failed'],
  ['canceled', 'failed'],
])

/** The form that is posted to Twilio, or why there is none. */
function formOf(account: TwilioAccount, message: Message): Record<string, string> | string {
  if (message.channel === 'sms') {
    if (account.smsSender === undefined) return 'There is no sender for text messages'
    const sender = account.smsSender.startsWith('MG') ? 'MessagingServiceSid' : 'From'
    return { To: message.phone, [sender]: account.smsSender, Body: message.text }
  }
  const template = Object.hasOwn(account.templates, message.template) && account.templates[message.template]
  if (account.whatsappSender === undefined) return 'There is no sender for WhatsApp'
  if (!template) return 'There is no WhatsApp template of that name'
  return {
    To: `whatsapp:${message.phone}`,
    From: `whatsapp:${account.whatsappSender}`,
    ContentSid: template,
    // Twilio accepts no empty set of variables.
    ...(Object.keys(message.params).length > 0 ? { ContentVariables: JSON.stringify(message.params) } : {}),
  }
}

function outcomeOf({ status, json }: Reply): MessageOutcome {
  const made = Resource.safeParse(json)
  if (status === 201 && made.success) return { is: 'sent', messageId: made.data.sid }
  const error = TwilioError.safeParse(json)
  if (status >= 400 && error.success)
    return { is: 'refused', code: error.data.code, why: `Twilio said no with its code ${error.data.code}` }
  return { is: 'unknown', why: `Twilio answered with status ${status} in a way that cannot be read` }
}
