import { dispatchMessage } from '@cambio/exchange/message/dispatchMessage.ts'
import type { MessageRail } from '@cambio/exchange/message/MessageRail.ts'
import type { MessageStore } from '@cambio/exchange/message/MessageStore.ts'
import type { DueLoop } from '@cambio/server/work/due.ts'
import { dueMessages } from '../store/client/messages.ts'
import { pace } from './pace.ts'

/** Messages go to the carrier, each once. */
export function messageLoop(deps: { messages: MessageStore; messageRail: MessageRail }): DueLoop {
  return { ...dueMessages, ...pace, work: (id) => dispatchMessage(deps, { id }) }
}
