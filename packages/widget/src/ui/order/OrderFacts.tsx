import { ended } from '@cambio/wire/order/orderStatus.ts'
import type { WidgetOrder } from '@cambio/wire/widget/Widget.ts'
import type { ReactNode } from 'react'
import { usePrinting } from '../../frame/usePrinting.ts'
import { payinTraits } from '../../payin/payinTraits.ts'
import { payable } from '../../steps.ts'
import { withWallet } from '../../view/withWallet.ts'
import { useWidget } from '../../Widget.ts'
import { FeeLines } from '../amount/FeeLines.tsx'
import { WalletAddress } from '../coins/WalletAddress.tsx'
import { CopyButton } from '../CopyButton.tsx'
import { OrderLink } from './OrderLink.tsx'
import { TransactionLink } from './TransactionLink.tsx'
import styles from '../amount/FeeLines.module.css'
import card from '../Card.module.css'

/** The order in a few lines, for the record. */
export function OrderFacts() {
  const { view, writing, host } = useWidget()
  const { say, time, apart } = writing
  const { order } = view
  const isPrinting = usePrinting()
  const id = (order ?? view.order_state)?.client_order_id
  const lastTry = order?.tries.at(-1)
  return (
    <>
      <dl className={`${styles['lines']} ${styles['facts']}`}>
        <Fact name={say('status.order')} value={<span className={card['unbroken']}>{id}</span>} copy={id} />
        {order && (
          <>
            <Amounts order={order} />
            <Fact
              name={say('status.card')}
              value={lastTry && apart(withWallet(lastTry.card_number, lastTry.wallet))}
            />
            <Fact
              name={say('status.to')}
              value={order.dst_address && <WalletAddress address={order.dst_address} />}
              copy={order.dst_address}
            />
            <Fact name={say('status.memo')} value={order.memo !== null && <bdi>{order.memo}</bdi>} />
            <Fact
              name={say('status.txid')}
              value={
                (order.payout_txid !== null || isToBeSent(order)) && (
                  <span className={styles['long']}>
                    {order.payout_txid === null ? (
                      '–'
                    ) : (
                      <TransactionLink txid={order.payout_txid} url={order.payout_url} />
                    )}
                  </span>
                )
              }
              copy={order.payout_txid}
            />
            <Fact
              name={say('status.leaveBy')}
              value={payable(order) && order.expires_at && time(new Date(order.expires_at))}
            />
          </>
        )}
        {host.framed && (
          <Fact
            name={say('status.link')}
            value={
              <span className={styles['long']}>
                <OrderLink />
              </span>
            }
          />
        )}
      </dl>
      {order && isPrinting && <FeeLines quote={order} />}
    </>
  )
}

/** Whether a transaction is expected of what was paid so far; its line is shown before it exists. */
function isToBeSent(order: WidgetOrder): boolean {
  return order.payout_group === 'crypto' && !ended.has(order.status) && !payable(order)
}

/** What is paid and got, in the right tense; for a failed order, what was intended. */
function Amounts({ order }: { order: WidgetOrder }) {
  const { say, exact } = useWidget().writing
  const pay = exact(order.payin_amount, order.payin_currency)
  const get = exact(order.payout_amount, order.payout_currency)
  const finished = order.status === 'finished'
  const { isFromBalance } = payinTraits(order.payin_group)
  if (ended.has(order.status) && !finished)
    return <Fact name={say('status.amount')} value={say('status.amountText', { pay, get })} />
  return (
    <>
      <Fact
        name={say(isFromBalance ? 'amount.fromBalance' : finished ? 'status.paid' : 'status.pays')}
        value={pay}
      />
      <Fact
        name={say(finished ? 'status.got' : order.transfer ? 'status.getsNow' : 'status.gets')}
        value={get}
      />
    </>
  )
}

/** A line with a button that copies a value to pass on. */
function Fact({
  name,
  value,
  copy = null,
}: {
  name: string
  value: ReactNode
  copy?: string | null | undefined
}) {
  if (!value) return null
  return (
    <div className={styles['line']}>
      <dt>
        {name}
        {copy && <CopyButton what={name} text={copy} />}
      </dt>
      <dd>{value}</dd>
    </div>
  )
}
