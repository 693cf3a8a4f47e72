import { SendMessage, SentMessage } from '@cambio/wire/partner/Message.ts'
import { explain, type Explained } from './explain.ts'

export const messageMeanings: readonly Explained[] = [
  explain(SendMessage, {
    phone: 'The client’s phone in international form. It gets at most five messages an hour.',
    channel: 'sms or whatsapp.',
    sms_text: 'The text of an sms, which needs it; for no other channel.',
    whatsapp_template: 'The name of a template, which a WhatsApp message needs; for no other channel.',
    whatsapp_params:
      'The values for the places of the template: the text of a JSON object of texts, of a JSON array of texts for the places 1, 2 and so on, or the text of its one place. For no other channel.',
  }),
  explain(SentMessage, { message_id: 'The message’s id here.' }),
]
