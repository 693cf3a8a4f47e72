import type { WidgetOrder } from '@cambio/wire/widget/Widget.ts'

const names = { apple_pay: 'Apple Pay', google_pay: 'Google Pay' } as const

/** Words about a card, after the wallet that it was paid from: `Google Pay · 411111******1111`. */
export function withWallet(words: string, wallet: WidgetOrder['tries'][number]['wallet']): string {
  return wallet ? `${names[wallet]} · ${words}` : words
}
