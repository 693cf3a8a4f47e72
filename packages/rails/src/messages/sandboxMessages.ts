import type { MessageRail } from '@cambio/exchange/message/MessageRail.ts'
import type { Outbox } from '@cambio/exchange/message/Outbox.ts'
import type { Random } from '@cambio/server/Random.ts'

/** The sandbox's carrier: nothing is sent, and the outbox shows the messages. */
export function sandboxMessages({ outbox, random }: { outbox: Outbox; random: Random }): MessageRail {
  return {
    channels: ['sms', 'whatsapp'],
    async send(message) {
      const { phone: recipient, channel: kind } = message
      const body =
        message.channel === 'sms'
          ? message.text
          : [message.template, ...Object.entries(message.params).map((param) => param.join(': '))].join('\n')
      await outbox.keep({ kind, recipient, body })
      return { is: 'sent', messageId: random.uuid() }
    },
    state: () => Promise.resolve('delivered'),
  }
}
