import type { Message, MessageOutcome } from './MessageRail.ts'

/** Messages on their way to a phone, each sent at most once. */
export type MessageStore = {
  /** Keeps a message, due at once. */
  keep(input: { readonly id: string; readonly partnerId: string; readonly message: Message }): Promise<void>
  /**
   * Marks a message as on its way and answers it; undefined when it was marked before. One that was marked and has no
   * outcome is put down as unknown, since it may have been sent.
   */
  begin(id: string): Promise<Message | undefined>
  /** Writes its result. */
  end(id: string, outcome: MessageOutcome): Promise<void>
}
