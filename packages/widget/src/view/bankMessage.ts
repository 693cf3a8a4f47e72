import { oneOf, shape } from '../api/shape.ts'

const BankMessage = shape<{ channel: 'cambio-return' | 'cambio-bank' }>({
  channel: oneOf('cambio-return', 'cambio-bank'),
})

/**
 * The messages of our own page in the challenge frame: the bank's page is there, or the bank is done, which is only a
 * reason to request the view. Null for any other message.
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
