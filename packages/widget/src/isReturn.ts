import * as z from 'zod/mini'

const Return = z.object({ channel: z.literal('cambio-return') })

/** Whether a message is our own return page in the challenge frame saying that the bank is done: a reason to look, no more. */
export function isReturn(
  { source, origin, data }: Pick<MessageEvent<unknown>, 'source' | 'origin' | 'data'>,
  frame: unknown,
  ownOrigin: string,
): boolean {
  return frame !== null && source === frame && origin === ownOrigin && z.safeParse(Return, data).success
}
