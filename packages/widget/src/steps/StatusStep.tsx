import { ended, type Status } from '@cambio/wire/order/orderStatus.ts'
import { legalAddress } from '@cambio/wire/widget/legalAddress.ts'
import type { WidgetOrder, WidgetView } from '@cambio/wire/widget/Widget.ts'
import { useReturn } from '../frame/useReturn.ts'
import { OtherWay } from '../parts/OtherWay.tsx'
import { payinTraits } from '../payin/payinTraits.ts'
import { payable } from '../steps.ts'
import { Button, LinkButton } from '../ui/Button.tsx'
import { Heading } from '../ui/Heading.tsx'
import { Alert, Notice } from '../ui/Notice.tsx'
import { OrderBar } from '../ui/order/OrderBar.tsx'
import { OrderFacts } from '../ui/order/OrderFacts.tsx'
import { OrderSteps } from '../ui/order/OrderSteps.tsx'
import { StatusLog } from '../ui/order/StatusLog.tsx'
import { StatusMark } from '../ui/order/StatusMark.tsx'
import { useAct } from '../useAct.ts'
import { adviceAfter, declineReason, mayPayYet } from '../view/declineReason.ts'
import { isReasonShown } from '../view/isReasonShown.ts'
import { newPriceView } from '../view/newPriceView.ts'
import { statusView, type StatusView } from '../view/StatusView.ts'
import { useWidget } from '../Widget.ts'
import type { Writing } from '../Writing.ts'
import card from '../ui/Card.module.css'
import styles from './StatusStep.module.css'

/** The order's status, which updates itself until the order ends. */
export function StatusStep() {
  const { order } = useWidget().view
  if (order === null || isUsual(order)) return <Standing own={order && newPriceView(order)} />
  return <OtherWay>{({ ownView }) => <Standing own={newPriceView(order) ?? ownView(order)} />}</OtherWay>
}

/** Whether an order goes on, paid by card and to a wallet. */
function isUsual({ payin_group, payout_group, is_stopped }: WidgetOrder): boolean {
  return payinTraits(payin_group).isByCard && payout_group === 'crypto' && !is_stopped
}

/** @param own what is said of the ways by which this order's money comes and goes; null where its status says enough */
function Standing({ own }: { own: StatusView | null }) {
  const { view, writing, outdated } = useWidget()
  const { say } = writing
  const order = view.order ?? view.order_state
  if (!order) return null
  const { tone, title, text, next } = own ?? statusView(order)
  // What the buyer has to do comes first. What they may do comes where nothing that arrives moves it.
  const isInstructed = Boolean(
    view.order &&
    (view.order.transfer ?? view.order.deposit ?? view.order.withdrawal ?? newPriceView(view.order)),
  )
  return (
    <div className={styles['status']}>
      {(view.order ?? view.order_state?.terms) && <OrderBar />}
      <StatusMark tone={tone} />
      <div aria-live="polite" className={styles['outcome']}>
        <Heading>{(title === 'status.paidOut' && received(view, writing)) || say(title)}</Heading>
        <p className={styles['text']}>{say(text)}</p>
        {view.order && <Reason order={view.order} />}
        {next && <p className={styles['text']}>{say(next)}</p>}
      </div>
      <Alert>
        {outdated && (
          <Notice tone="warn">
            {say('error.unreachable')} {say('money.checking')}
          </Notice>
        )}
      </Alert>
      {!isInstructed && <Actions order={view.order} status={order.status} />}
      {view.order && isInstructed && <Instructions order={view.order} />}
      {view.order && <OrderSteps order={view.order} />}
      <OrderFacts />
      <Help id={order.client_order_id} />
      {view.order && <StatusLog order={view.order} />}
      {view.order && ended.has(view.order.status) && <PrintReceipt />}
      {isInstructed && <Actions order={view.order} status={order.status} />}
    </div>
  )
}

/** What the buyer has to do before the order continues. */
function Instructions({ order }: { order: WidgetOrder }) {
  return (
    <OtherWay>
      {({ NewPrice, WithdrawalCode, TransferDetails, DepositDetails }) => (
        <>
          {newPriceView(order) && <NewPrice order={order} />}
          {order.withdrawal && <WithdrawalCode withdrawal={order.withdrawal} />}
          {order.transfer && <TransferDetails order={order} />}
          {order.deposit && <DepositDetails order={order} deposit={order.deposit} />}
        </>
      )}
    </OtherWay>
  )
}

/** The browser's own printing makes paper or a PDF of it. */
function PrintReceipt() {
  const { say } = useWidget().writing
  return (
    <div className={card['screenOnly']}>
      <Button look="secondary" onPress={() => window.print()}>
        {say('status.print')}
      </Button>
    </div>
  )
}

/** Whom to contact, with which order number. */
function Help({ id }: { id: string }) {
  const { view, writing } = useWidget()
  const { partner, legal } = view
  const contact = legal?.help_url && helpAddress(legalAddress(legal, legal.help_url, writing.tag), id)
  const [before, after] = writing.say('status.help', { partner: partner.name, id }).split(id)
  return (
    <p className={card['muted']}>
      {before}
      <span className={card['unbroken']}>{id}</span>
      {after}{' '}
      {contact && (
        <a href={contact} target="_blank" rel="noreferrer">
          {writing.say('status.contact', { operator: legal.name })}
        </a>
      )}
    </p>
  )
}

/** The address of the operator's help, with the order: in a mail's subject, or as a page's parameter `order`. */
function helpAddress(address: string, id: string): string {
  const url = new URL(address)
  url.searchParams.set(url.protocol === 'mailto:' ? 'subject' : 'order', id)
  return url.href
}

/** What a finished order paid out, where this page may show it. */
function received({ order, order_state }: WidgetView, { say, amount }: Writing): string | null {
  const terms = order ?? order_state?.terms
  if (!terms || (order ?? order_state)?.status !== 'finished') return null
  return say('status.received', { amount: amount(terms.payout_amount, terms.payout_currency) })
}

/** Why the last card was declined, and what the buyer can try now. */
function Reason({ order }: { order: WidgetOrder }) {
  const { say } = useWidget().writing
  if (!isReasonShown(order)) return null
  const { text } = statusView(order)
  const isReasonInText = text === 'status.unconfirmed.text' || text === 'status.turnedBack.text'
  const reason = isReasonInText ? null : (order.error_message ?? order.attempt?.decline_reason)
  const mayPay = payable(order)
  const advice = order.attempt && adviceAfter(order.attempt)
  return (
    <>
      {reason && (
        <p className={styles['text']}>{say('status.reason', { reason: declineReason(reason, say) })}</p>
      )}
      {mayPay && advice && <p className={styles['text']}>{say(advice)}</p>}
      {mayPay && <p className={styles['text']}>{say('status.attempts', { count: order.attempts_left })}</p>}
    </>
  )
}

function Actions({ order, status }: { order: WidgetOrder | null; status: Status }) {
  const { writing, go } = useWidget()
  const { say } = writing
  const back = useReturn()
  const another = order !== null && payable(order)
  const isOver = ended.has(status)
  return (
    <div className={`${styles['actions']} ${card['screenOnly']}`}>
      {order?.verification_url && (
        <LinkButton href={order.verification_url} opens="beside">
          {say('status.verify')}
        </LinkButton>
      )}
      {another && (
        <Button onPress={() => go('card')}>
          {say(order.attempt && mayPayYet(order.attempt) ? 'tryAgain' : 'status.another')}
        </Button>
      )}
      {order === null && status === 'pending' && (
        <Button onPress={() => go('you')}>{say('status.confirmEmail')}</Button>
      )}
      {!isOver && !another && <CheckStatus />}
      {isOver && back && <Button onPress={back}>{say('done')}</Button>}
      {order === null && status !== 'pending' && (
        <Button look="secondary" onPress={() => go('you')}>
          {say('status.details')}
        </Button>
      )}
    </div>
  )
}

function CheckStatus() {
  const { view, writing, views } = useWidget()
  const check = useAct(views.look, view)
  return (
    <>
      <Button look="secondary" busy={check.busy} onPress={check.run}>
        {writing.say('checkStatus')}
      </Button>
      <output className={styles['checked']}>{check.done ? writing.say('status.checked') : ''}</output>
    </>
  )
}
