import type { Message, MessageOutcome } from './MessageRail.ts'

/** Messages to phones, each sent at most once. */
export type MessageStore = {
  /** Stores a message, due at once. */
  keep(input: { readonly id: string; readonly partnerId: string; readonly message: Message }): Promise<void>
  /**
   * Marks a message as on its way and returns it; undefined when it was marked before. A marked message without an
   * outcome becomes `unknown`, since it may have been sent.
   */
  begin(id: string): Promise<Message | undefined>
  /** Stores its outcome. */
  end(id: string, outcome: MessageOutcome): Promise<void>
}
