/** What a partner may send to phones. */
export type MessageRules = {
  /** How many messages in 24 hours. */
  readonly perDay: number
  /** How the numbers begin that they may go to, such as `+49`: a country's calling code, or one with an area's behind it. */
  readonly callingCodes: readonly string[] | 'any'
}

/** Whether a message may go to a phone, in international form without spaces. */
export function mayReach({ callingCodes }: MessageRules, phone: string): boolean {
  return callingCodes === 'any' || callingCodes.some((code) => phone.startsWith(code))
}
