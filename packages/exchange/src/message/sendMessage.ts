import { fieldRefusal } from '@cambio/wire/http/Problem.ts'
import { readTemplateParams, type SendMessage } from '@cambio/wire/partner/Message.ts'
import { messageRulesFor, type Catalogue } from '../catalogue/Catalogue.ts'
import { mayMessage } from '../catalogue/MessageRules.ts'
import type { Partner } from '../partner/Partner.ts'
import type { Random } from '../Random.ts'
import type { Message, MessageRail } from './MessageRail.ts'
import type { MessageStore } from './MessageStore.ts'

/**
 * Stores a message for a client's phone. It is sent once, after the transaction that stores it commits.
 * @returns the message's id
 * @throws Refusal field_required, fields_incompatible, validation_failed, channel_unavailable, country_forbidden,
 * too_many_requests; nothing is sent then
 */
export async function sendMessage(
  deps: {
    messages: Pick<MessageStore, 'keep'>
    messageRail: Pick<MessageRail, 'channels'>
    random: Random
    catalogue: Catalogue
    /** Counts a message to a phone, and against what its partner may send in a day. @throws Refusal too_many_requests */
    count: (phone: string, perDay: number) => Promise<void>
  },
  { partner, fields }: { partner: Partner; fields: SendMessage },
): Promise<string> {
  const message = messageOf(fields)
  if (!deps.messageRail.channels.includes(message.channel))
    throw fieldRefusal(
      'channel_unavailable',
      ['channel'],
      `The exchange does not send messages by ${message.channel}`,
    )
  const rules = messageRulesFor(deps.catalogue.now(), partner.id)
  if (!mayMessage(rules, message.phone))
    throw fieldRefusal(
      'country_forbidden',
      ['phone'],
      'The operator does not send your messages to numbers in this country; nothing was sent',
    )
  await deps.count(message.phone, rules.perDay)
  const id = deps.random.token(128)
  await deps.messages.keep({ id, partnerId: partner.id, message })
  return id
}

const contentFields = ['sms_text', 'whatsapp_template', 'whatsapp_params'] as const

/** Reads the fields of the message's channel. @throws Refusal field_required, fields_incompatible, validation_failed */
function messageOf(fields: SendMessage): Message {
  const { channel, sms_text: text, whatsapp_template: template, whatsapp_params: params } = fields
  const foreign = contentFields.filter((field) => !field.startsWith(channel) && fields[field] !== undefined)
  if (foreign.length > 0)
    throw fieldRefusal(
      'fields_incompatible',
      ['channel', ...foreign],
      `${foreign.join(', ')} is not for ${channel}`,
    )
  const phone = `+${fields.phone.replace(/\D/g, '')}`
  if (channel === 'sms') return { phone, channel, text: needed(text, 'sms_text', channel) }
  return {
    phone,
    channel,
    template: needed(template, 'whatsapp_template', channel),
    params: params === undefined ? {} : readParams(params),
  }
}

function needed(value: string | undefined, field: string, channel: string): string {
  if (value !== undefined) return value
  throw fieldRefusal('field_required', [field], `A message by ${channel} requires ${field}`)
}

function readParams(text: string): Readonly<Record<string, string>> {
  const read = readTemplateParams(text)
  if (read) return read
  throw fieldRefusal(
    'validation_failed',
    ['whatsapp_params'],
    'Send a JSON object with a text for each place of the template, such as {"1":"Ada"}, a JSON array of texts, or the text itself where the template has one place',
  )
}
