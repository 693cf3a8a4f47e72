import type { MessageRail } from './MessageRail.ts'
import type { MessageStore } from './MessageStore.ts'

/**
 * Hands one message to the carrier, unless that was begun before: a message that may have been sent is never sent
 * again.
 */
export async function dispatchMessage(
  { messages, messageRail }: { messages: Pick<MessageStore, 'begin' | 'end'>; messageRail: MessageRail },
  { id }: { id: string },
): Promise<void> {
  const message = await messages.begin(id)
  if (message) await messages.end(id, await messageRail.send(message))
}
