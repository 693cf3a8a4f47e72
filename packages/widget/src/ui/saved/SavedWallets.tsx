import { useEffect, useEffectEvent } from 'react'
import { useSaved } from '../../api/useSaved.ts'
import { useWidget } from '../../Widget.ts'
import { Button } from '../Button.tsx'
import styles from './Saved.module.css'

/** The wallets that the buyer was paid to before. The last one is preselected; a press chooses another. */
export function SavedWallets() {
  const { view, writing, choice, choose } = useWidget()
  const { saved } = useSaved()
  const wallets = (saved?.wallets ?? []).filter(
    ({ payout_currency, payout_group }) =>
      payout_currency === choice.payout_currency && payout_group === choice.payout_group,
  )
  const [last] = wallets
  const begin = useEffectEvent(() => {
    if (last && choice.dst_address === '')
      choose({ ...choice, dst_address: last.dst_address, memo: last.memo ?? '' })
  })
  const isKnown = last !== undefined
  useEffect(() => {
    if (isKnown) begin()
  }, [isKnown])
  const others = wallets.filter(({ dst_address }) => dst_address !== choice.dst_address)
  if (view.fixed['dst_address'] !== undefined || others.length === 0) return null
  return (
    <fieldset className={styles['group']}>
      <legend className={styles['title']}>{writing.say('saved.wallets')}</legend>
      {others.map(({ dst_address, memo }) => (
        <Button
          key={`${dst_address} ${memo ?? ''}`}
          look="small"
          name={dst_address}
          onPress={() => choose({ ...choice, dst_address, memo: memo ?? '' })}
        >
          {shortened(dst_address)}
        </Button>
      ))}
    </fieldset>
  )
}

function shortened(address: string): string {
  return address.length <= 16 ? address : `${address.slice(0, 8)}…${address.slice(-6)}`
}
