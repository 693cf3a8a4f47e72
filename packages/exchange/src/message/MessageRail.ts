/** A message that a partner sends to the phone of one of its clients. The phone is in international form, `+4930123456`. */
export type Message = { readonly phone: string } & (
  | { readonly channel: 'sms'; readonly text: string }
  | {
      readonly channel: 'whatsapp'
      /** A template that the operator has had approved, by its name, and what stands in its places. */
      readonly template: string
      readonly params: Readonly<Record<string, string>>
    }
)

/** The result of sending a message. */
export type MessageOutcome =
  /** The carrier has it. `messageId` is the carrier's own, by which its state can be asked for. */
  | { readonly is: 'sent'; readonly messageId: string }
  /** It was not sent. `code` is the carrier's own, for the operator; null where it was not even asked. */
  | { readonly is: 'refused'; readonly code: number | null; readonly why: string }
  /** Nobody knows: it may be on its way, and sending it again could deliver it twice. */
  | { readonly is: 'unknown'; readonly why: string }

/** How far a message is. `unknown` also where the carrier was not reached, or does not know it. */
export type MessageState = 'underway' | 'delivered' | 'failed' | 'unknown'

export type MessageRail = {
  /** The channels that it has. */
  readonly channels: readonly Message['channel'][]
  /** Hands a message to the carrier, once. It never throws, and never tries again by itself. */
  send(message: Message): Promise<MessageOutcome>
  state(messageId: string): Promise<MessageState>
}
