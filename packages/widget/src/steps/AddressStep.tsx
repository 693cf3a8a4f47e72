import type { AddressFault } from '@cambio/wire/AddressFault.ts'
import * as Currency from '@cambio/wire/Currency.ts'
import { widget as routes } from '@cambio/wire/routes/widget.ts'
import { useState, type FormEvent } from 'react'
import { addressTrouble, faultIn } from '../address/addressTrouble.ts'
import { isOfOtherChain, readAddress, readIban, readMemo } from '../address/readAddress.ts'
import type { Failure } from '../Failure.ts'
import { saveDraft } from '../saveDraft.ts'
import { stepAfter } from '../steps.ts'
import { Button } from '../ui/Button.tsx'
import { TextField } from '../ui/Field.tsx'
import { Footer } from '../ui/Footer.tsx'
import { Heading } from '../ui/Heading.tsx'
import { FailureAlert } from '../ui/Notice.tsx'
import { OrderBar } from '../ui/OrderBar.tsx'
import { WalletAddress } from '../ui/WalletAddress.tsx'
import { useAct } from '../useAct.ts'
import { useWidget } from '../Widget.ts'
import { networkKey } from '../Writing.ts'
import styles from './Step.module.css'

/** What a wallet's URI may be long: it is longer than the address in it. */
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

/** Where the coins or the money go. The server checks the place for the way there before anything is paid. */
export function AddressStep() {
  const widget = useWidget()
  const { view, writing, choice, choose, call, go } = widget
  const { say } = writing
  const [tried, setTried] = useState(false)
  const { network, memo } = networkOf(choice.payout_currency)
  const networkName = network === null ? '' : say(networkKey(network))
  const isBank = choice.payout_group === 'sepa'
  const place = places[isBank ? 'bank' : 'wallet']
  const fixed = view.fixed['dst_address']
  const next = useAct(async (signal) => {
    const place = {
      currency: choice.payout_currency,
      payout_group: choice.payout_group,
      dst_address: choice.dst_address,
      ...(choice.memo === '' ? {} : { memo: choice.memo }),
    }
    await call(routes.address, place, signal)
    const step = stepAfter(view, 'address')
    await saveDraft(widget, step, signal)
    go(step)
  }, choice)
  const { failure } = next
  const trouble = tried ? (typingTrouble(choice.dst_address) ?? refusedFor(failure)) : null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (typingTrouble(choice.dst_address) === null) next.run()
  }
  const typeAddress = (text: string) => {
    if (isBank) return choose({ ...choice, dst_address: readIban(text) })
    const { address, memo: tag } = readAddress(text, { network, mode: view.mode })
    choose({ ...choice, dst_address: address, ...(tag !== undefined && memo !== null && { memo: tag }) })
  }
  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      <OrderBar />
      <Heading>{say('address.title')}</Heading>
      <p className={styles['intro']}>
        {isBank
          ? say('address.ibanHint', { currency: writing.ticker(choice.payout_currency) })
          : say('address.networkHint', {
              network: networkName,
              currency: writing.ticker(choice.payout_currency),
            })}
      </p>
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
      <FailureAlert failure={trouble ? null : failure} onRetry={next.run} />
      <Footer>
        <Button busy={next.busy}>{say('continue')}</Button>
      </Footer>
    </form>
  )
}

function networkOf(code: string): Pick<Currency.Currency, 'network' | 'memo'> {
  return Currency.find(code) ?? { network: null, memo: null }
}

type Trouble = 'empty' | 'memo' | AddressFault

/** What can be said about a typed address before it is sent. */
function typingTrouble(address: string): Trouble | null {
  if (address === '') return 'empty'
  return isOfOtherChain(address) ? 'other_network' : null
}

/** What a refusal is about; the server points at the field. */
function refusedFor(failure: Failure | null): Trouble | null {
  if (failure?.code !== 'address_invalid' && failure?.code !== 'validation_failed') return null
  return failure.problem?.errors.some(({ pointer }) => pointer === '/memo') ? 'memo' : faultIn(failure)
}
