import { oneOf, shape } from '../api/shape.ts'

const BankMessage = shape<{ channel: 'cambio-return' | 'cambio-bank' }>({
  channel: oneOf('cambio-return', 'cambio-bank'),
})

/**
 * What our own page in the challenge frame says: that the bank's page is there, or that the bank is done, which is a
 * reason to look and no more. Null for any other message.
 */
export function bankMessage(
  { source, origin, data }: Pick<MessageEvent<unknown>, 'source' | 'origin' | 'data'>,
  frame: unknown,
  ownOrigin: string,
): 'there' | 'done' | null {
  if (frame === null || source !== frame || origin !== ownOrigin) return null
  const { data: message } = BankMessage.safeParse(data)
  if (!message) return null
  return message.channel === 'cambio-bank' ? 'there' : 'done'
}
