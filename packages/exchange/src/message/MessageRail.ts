/** A message that a partner sends to the phone of one of its clients. The phone is in international form, `+4930123456`. */
export type Message = { readonly phone: string } & (
  | { readonly channel: 'sms'; readonly text: string }
  | {
      readonly channel: 'whatsapp'
      /** The name of an approved template of the operator, and the values of its placeholders. */
      readonly template: string
      readonly params: Readonly<Record<string, string>>
    }
)

/** The result of sending a message. */
export type MessageOutcome =
  /** The carrier accepted it. `messageId` is the carrier's id, by which its state can be queried. */
  | { readonly is: 'sent'; readonly messageId: string }
  /** It was not sent. `code` is the carrier's code, for the operator; null where the carrier was not asked. */
  | { readonly is: 'refused'; readonly code: number | null; readonly why: string }
  /** Unknown: it may be on its way, and sending it again could deliver it twice. */
  | { readonly is: 'unknown'; readonly why: string }

/** A message's state of delivery; `unknown` also where the carrier was not reached, or does not know the message. */
export type MessageState = 'underway' | 'delivered' | 'failed' | 'unknown'

export type MessageRail = {
  /** The channels that it supports. */
  readonly channels: readonly Message['channel'][]
  /** Hands a message to the carrier once. It never throws, and never retries. */
  send(message: Message): Promise<MessageOutcome>
  state(messageId: string): Promise<MessageState>
}
