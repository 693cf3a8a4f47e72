import type { Provider } from '../Provider.ts'
import { twilio } from './twilio.ts'
import type { TwilioSettings } from './twilioSettings.ts'

/** Sends texts and WhatsApp messages by Twilio. */
export function twilioProvider(settings: TwilioSettings): Provider<'messages'> {
  return { kind: 'messages', name: 'twilio', open: () => ({ answers: twilio(settings) }) }
}
