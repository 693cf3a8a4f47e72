import { useId } from 'react'
import { Group } from '@cambio/wire/Payment.ts'
import { offered, payBy } from '../Choice.ts'
import { useWidget } from '../Widget.ts'
import { Chevron } from './Chevron.tsx'
import styles from './PayRows.module.css'

/**
 * How to pay, and a coupon: one line each.
 * @param isTooMuch whether the price is more than the balance that is to pay it
 */
export function PayRows({ isTooMuch }: { isTooMuch: boolean }) {
  const { view, writing, choice, choose } = useWidget()
  const { say } = writing
  const id = useId()
  const fixed = view.fixed['payin_group'] !== undefined
  const { groups } = offered(view.offer, 'payin', choice.payin_currency)
  return (
    <div className={styles['rows']}>
      <div className={styles['row']}>
        {fixed ? (
          <>
            <span className={styles['label']}>{say('amount.method')}</span>
            <span className={styles['fixed']}>
              {say(`group.${choice.payin_group}`)}
              <small>{say('setBy', { partner: view.partner.name })}</small>
            </span>
          </>
        ) : (
          <>
            <label className={styles['label']} htmlFor={`${id}-method`}>
              {say('amount.method')}
            </label>
            <select
              id={`${id}-method`}
              className={styles['control']}
              value={choice.payin_group}
              onChange={(event) => choose(payBy(choice, view.offer, Group.parse(event.target.value)))}
            >
              {groups.map((group) => (
                <option key={group} value={group}>
                  {say(`group.${group}`)}
                </option>
              ))}
            </select>
            <Chevron className={styles['chevron']} />
          </>
        )}
      </div>
      {choice.payin_group === 'balance' && <Has currency={choice.payin_currency} isTooLittle={isTooMuch} />}
      <div className={styles['row']}>
        <label className={styles['label']} htmlFor={`${id}-coupon`}>
          {say('amount.coupon')}
        </label>
        <input
          id={`${id}-coupon`}
          className={styles['control']}
          value={choice.coupon}
          placeholder={say('amount.optional')}
          maxLength={64}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => choose({ ...choice, coupon: event.target.value.trim() })}
        />
      </div>
    </div>
  )
}

/** What the buyer has on the balance that is paid with. */
function Has({ currency, isTooLittle }: { currency: string; isTooLittle: boolean }) {
  const { view, writing } = useWidget()
  const has = view.buyer?.balances.find((balance) => balance.currency === currency)
  return (
    <output className={`${styles['row']} ${styles['has']} ${isTooLittle ? styles['less'] : ''}`}>
      {writing.say(isTooLittle ? 'amount.hasLess' : 'amount.has', {
        amount: writing.amount(has?.amount ?? '0', currency),
      })}
    </output>
  )
}
