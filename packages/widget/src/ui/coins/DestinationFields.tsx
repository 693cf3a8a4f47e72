import * as Currency from '@cambio/wire/Currency.ts'
import { addressTrouble } from '../../address/addressTrouble.ts'
import type { DestinationTrouble } from '../../address/destinationTrouble.ts'
import { readAddress, readIban, readMemo, type Pasted } from '../../address/readAddress.ts'
import { useXAddress } from '../../address/useXAddress.ts'
import { useWidget } from '../../Widget.ts'
import { networkKey } from '../../Writing.ts'
import { TextField } from '../form/Field.tsx'
import { WalletAddress } from './WalletAddress.tsx'
import styles from '../../steps/Step.module.css'

/** The longest URI of a wallet, which is longer than the address in it. */
const longestUri = 1_024

/** What is asked for: an address on a network, or a bank account. */
const places = {
  wallet: {
    label: 'address.label',
    empty: 'address.empty',
    warning: 'address.warning',
  },
  bank: { label: 'address.iban', empty: 'address.ibanEmpty', warning: 'address.ibanWarning' },
} as const

/**
 * The destination of the coins or the money, with the memo that some networks need; what the partner fixed is shown as
 * text.
 */
export function DestinationFields({ trouble }: { trouble: DestinationTrouble | null }) {
  const { view, writing, choice, choose } = useWidget()
  const { say } = writing
  const { network, memo } = Currency.find(choice.payout_currency) ?? { network: null, memo: null }
  const networkName = network === null ? '' : say(networkKey(network))
  const isBank = choice.payout_group === 'sepa'
  const place = places[isBank ? 'bank' : 'wallet']
  const fixed = view.fixed['dst_address']
  const { mode } = view
  const take = ({ address, memo: tag }: Pasted) =>
    choose({ ...choice, dst_address: address, ...(tag !== undefined && memo !== null && { memo: tag }) })
  const typeAddress = (text: string) => {
    if (isBank) choose({ ...choice, dst_address: readIban(text) })
    else take(readAddress(text, { network, mode }))
  }
  useXAddress(choice.dst_address, { network, mode }, take)
  return (
    <>
      {fixed === undefined ? (
        <TextField
          label={say(place.label)}
          name="dst_address"
          value={choice.dst_address}
          onChange={typeAddress}
          maxLength={longestUri}
          enterKeyHint={memo === null ? 'go' : 'next'}
          error={
            trouble === null || trouble === 'memo'
              ? null
              : trouble === 'empty'
                ? say(place.empty)
                : isBank
                  ? say('address.ibanInvalid')
                  : addressTrouble(say, trouble, networkName)
          }
        />
      ) : (
        <div className={styles['box']}>
          <span className={styles['note']}>{say(place.label)}</span>
          <WalletAddress address={fixed} />
          <span className={styles['note']}>
            {networkName && `${networkName} · `}
            {say('setBy', { partner: view.partner.name })}
          </span>
        </div>
      )}
      {memo !== null && (
        <TextField
          label={say(memo === 'dst_tag' ? 'address.tag' : 'address.memo')}
          name="memo"
          value={choice.memo}
          onChange={(text) => choose({ ...choice, memo: readMemo(text, memo) })}
          maxLength={64}
          enterKeyHint="go"
          hint={say('address.memoHint')}
          error={trouble === 'memo' ? say('address.memoInvalid') : null}
          {...(memo === 'dst_tag' ? { inputMode: 'numeric' } : {})}
        />
      )}
      <p className={styles['note']}>{say(place.warning)}</p>
    </>
  )
}
