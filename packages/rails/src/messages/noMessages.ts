import type { MessageRail } from '@cambio/exchange/message/MessageRail.ts'

/** No carrier: nothing reaches a phone, and what is asked for is refused before it is kept. */
export const noMessages: MessageRail = {
  channels: [],
  send: () => Promise.resolve({ is: 'refused', code: null, why: 'There is no carrier for messages' }),
  state: () => Promise.resolve('unknown'),
}
