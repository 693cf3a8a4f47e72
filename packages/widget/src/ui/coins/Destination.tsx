import * as Currency from '@cambio/wire/Currency.ts'
import { useWidget } from '../../Widget.ts'
import { networkKey } from '../../Writing.ts'
import { WalletAddress } from './WalletAddress.tsx'
import styles from './Destination.module.css'

/**
 * The destination of the coins: the network, the full address, who set it if not the buyer, and the memo where there is
 * one.
 */
export function Destination({
  currency,
  address,
  memo,
}: {
  currency: string
  address: string
  memo: string | null
}) {
  const { view, writing } = useWidget()
  const { say } = writing
  const network = Currency.find(currency)?.network
  return (
    <>
      <p className={styles['to']}>
        <span className={styles['label']}>
          {say('card.to')}
          {network && ` · ${say(networkKey(network))}`}
          {view.fixed['dst_address'] === address && ` · ${say('setBy', { partner: view.partner.name })}`}
        </span>
        <WalletAddress address={address} />
      </p>
      {memo !== null && (
        <p className={styles['to']}>
          <span className={styles['label']}>{say('card.memo')}</span>
          <bdi>{memo}</bdi>
        </p>
      )}
    </>
  )
}
