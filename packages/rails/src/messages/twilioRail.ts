import type { Rail } from '../Rail.ts'
import { twilio } from './twilio.ts'
import type { TwilioSettings } from './twilioSettings.ts'

/** Texts and WhatsApp messages by Twilio. It moves no money. */
export function twilioRail(settings: TwilioSettings): Rail {
  return { payoutWays: [], open: () => ({ messages: twilio(settings) }) }
}
