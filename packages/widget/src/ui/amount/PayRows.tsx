import type { Group } from '@cambio/wire/Group.ts'
import { offered, payBy } from '../../Choice.ts'
import { payinTraits } from '../../payin/payinTraits.ts'
import { useWidget } from '../../Widget.ts'
import { Picker } from '../picker/Picker.tsx'
import { CoinMark } from './CoinMark.tsx'
import styles from './PayRows.module.css'

/**
 * The ways to pay; for a balance, with its amount, which says enough where there is no other way.
 * @param isTooMuch whether the price exceeds the balance that pays it
 */
export function PayRows({ isTooMuch }: { isTooMuch: boolean }) {
  const { view, writing, choice, choose } = useWidget()
  const { say } = writing
  const fixed = view.fixed['payin_group'] !== undefined
  const { isFromBalance } = payinTraits(choice.payin_group)
  const { groups } = offered(view.offer, 'payin', choice.payin_currency)
  return (
    <div className={styles['rows']}>
      {fixed ? (
        !isFromBalance && (
          <div className={styles['row']}>
            <span className={styles['label']}>{say('amount.method')}</span>
            <span className={styles['fixed']}>
              {say(`group.${choice.payin_group}`)}
              <small>{say('setBy', { partner: view.partner.name })}</small>
            </span>
          </div>
        )
      ) : (
        <div className={styles['row']}>
          <span className={styles['label']} aria-hidden="true">
            {say('amount.method')}
          </span>
          <Picker
            name={say('amount.method')}
            look="row"
            value={choice.payin_group}
            options={groups.map((group) => ({
              value: group,
              name: say(`group.${group}`),
              mark: <CoinMark code={group} />,
            }))}
            onChoose={(group) => choose(payBy(choice, view.offer, chosenOf(groups, group)))}
          />
        </div>
      )}
      {isFromBalance && <Has currency={choice.payin_currency} isTooLittle={isTooMuch} />}
    </div>
  )
}

/** The buyer's balance that is paid with. */
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

/** @throws RangeError for a group that was not offered */
function chosenOf(groups: readonly Group[], value: string): Group {
  const group = groups.find((each) => each === value)
  if (group === undefined) throw new RangeError(`${value} is no way to pay here`)
  return group
}
