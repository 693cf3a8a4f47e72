import type { Saved } from '@cambio/wire/widget/Saved.ts'
import { useWidget } from '../../Widget.ts'
import { Button } from '../Button.tsx'
import styles from './Saved.module.css'

/** Switches to another card: another saved one, or any card. */
export function SavedCards({
  cards,
  chosen,
  choose,
}: {
  cards: Saved['cards']
  /** The saved card whose security code is asked for; null for any card. */
  chosen: string | null | undefined
  choose: (id: string | null) => void
}) {
  const { writing } = useWidget()
  if (cards.length === 0) return null
  return (
    <div className={styles['group']}>
      {cards
        .filter(({ id }) => id !== chosen)
        .map((card) => (
          <Button key={card.id} look="small" onPress={() => choose(card.id)}>
            {nameOf(card)}
          </Button>
        ))}
      {chosen !== null && (
        <Button look="quiet" onPress={() => choose(null)}>
          {writing.say('saved.otherCard')}
        </Button>
      )}
    </div>
  )
}

/** A card as its holder knows it: `Visa •••• 1111 · 01/38`. */
export function nameOf({ card_number, card_type, expiry }: Saved['cards'][number]): string {
  return `${card_type ?? ''} •••• ${card_number.slice(-4)} · ${expiry.replace('/20', '/')}`.trim()
}
