/** Whether orders from a country are served: by any way to pay, by all but cards, or not at all. */
export const services = ['served', 'without_cards', 'forbidden'] as const
export type Service = (typeof services)[number]

/** What the operator has decided about every country, by its code. */
export type Countries = ReadonlyMap<string, Service>

/** Under comprehensive sanctions. */
const forbidden: ReadonlySet<string> = new Set(['CU', 'IR', 'KP', 'SY'])
const withoutCards: ReadonlySet<string> = new Set(['AF', 'BY', 'MM', 'RU', 'SD', 'SS', 'VE', 'YE'])

/** What a fresh installation has decided. */
export function standardService(code: string): Service {
  if (forbidden.has(code)) return 'forbidden'
  return withoutCards.has(code) ? 'without_cards' : 'served'
}
