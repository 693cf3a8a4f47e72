import type { WidgetOrder } from '@cambio/wire/widget/Widget.ts'
import { useState } from 'react'
import { useSaved } from '../api/useSaved.ts'
import { mayOpenWallet } from '../frame/mayOpenWallet.ts'
import { Button } from '../ui/Button.tsx'
import { Footer } from '../ui/Footer.tsx'
import { Alert, FailureAlert, Notice } from '../ui/Notice.tsx'
import { OrderLink } from '../ui/order/OrderLink.tsx'
import { OrderSummary } from '../ui/order/OrderSummary.tsx'
import { SavedCards } from '../ui/saved/SavedCards.tsx'
import { useWidget } from '../Widget.ts'
import { CardFields } from './CardFields.tsx'
import { StartAgain } from './StartAgain.tsx'
import { useCardPayment } from './useCardPayment.ts'
import form from './CardFields.module.css'
import styles from './Step.module.css'

/** The order in full, the card platform's own fields, and one button that pays. */
export function PayByCard({ order }: { order: WidgetOrder }) {
  const { host, view, writing } = useWidget()
  const { say } = writing
  const { saved, isAsked } = useSaved()
  const [chosen, choose] = useState<string | null>()
  const cards = saved?.cards ?? []
  const savedCard = isAsked ? undefined : chosen === undefined ? (cards[0]?.id ?? null) : chosen
  const payment = useCardPayment(order, savedCard)
  const [slow, setSlow] = useState(false)
  return (
    <>
      <OrderSummary order={order} />
      <div
        className={form['place']}
        data-test={view.mode === 'sandbox'}
        data-saved={savedCard != null}
        data-failed={payment.fields === null && payment.failure !== null}
      >
        {payment.fields && (
          <CardFields
            tellsTrouble={payment.isToldInForm}
            key={payment.fields.session_id}
            fields={payment.fields}
            submitRef={payment.submitRef}
            onEntered={payment.pay}
            onDone={payment.onDone}
            onFailed={payment.onFailed}
            onSlow={setSlow}
          />
        )}
      </div>
      {payment.word || slow ? (
        <Alert>
          <Notice tone={payment.word === 'card.unknown' ? 'warn' : 'danger'}>
            <p>{say(payment.word ?? 'card.frameSlow')}</p>
            {slow && (
              <Button look="secondary" onPress={payment.reopen}>
                {say('tryAgain')}
              </Button>
            )}
          </Notice>
        </Alert>
      ) : (
        <FailureAlert failure={payment.failure} onRetry={payment.retry} />
      )}
      <Footer>
        <Button onPress={payment.pay} busy={payment.busy} allowed={payment.fields !== null}>
          {say('card.pay', {
            amount: `${writing.plain(order.payin_amount)}\u00a0${order.payin_currency}`,
          })}
        </Button>
      </Footer>
      <output className={styles['note']}>
        {say(payment.busy && payment.word === null ? 'card.paying' : 'card.safe')}
      </output>
      {view.legal?.card_holder && (
        <p className={styles['note']}>{say('legal.cardHolder', { holder: view.legal.card_holder })}</p>
      )}
      {host.framed && payment.fields?.url.endsWith('#wallets') && !mayOpenWallet() && (
        <p className={styles['note']}>
          <OrderLink>{say('card.wallets')}</OrderLink>
        </p>
      )}
      {!payment.busy && <SavedCards cards={cards} chosen={savedCard} choose={choose} />}
      {!payment.busy && <StartAgain />}
    </>
  )
}
