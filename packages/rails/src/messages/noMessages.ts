import type { MessageRail } from '@cambio/exchange/message/MessageRail.ts'

/** The rail without a carrier: it refuses every message before it is stored. */
export const noMessages: MessageRail = {
  channels: [],
  send: () => Promise.resolve({ is: 'refused', code: null, why: 'There is no carrier for messages' }),
  state: () => Promise.resolve('unknown'),
}
