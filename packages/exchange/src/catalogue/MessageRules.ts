/** What a partner may send to phones. */
export type MessageRules = {
  /** How many messages in 24 hours. */
  readonly perDay: number
  /** The prefixes of numbers that they may be sent to, such as `+49`: a calling code, with or without an area code. */
  readonly callingCodes: readonly string[] | 'any'
}

/** Whether a message may be sent to a phone, given in international form without spaces. */
export function mayMessage({ callingCodes }: MessageRules, phone: string): boolean {
  return callingCodes === 'any' || callingCodes.some((code) => phone.startsWith(code))
}
