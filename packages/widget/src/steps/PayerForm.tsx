import type { Payer } from '@cambio/wire/widget/Widget.ts'
import { useMemo, useRef, useState, type FormEvent } from 'react'
import { failureOf } from '../api/Failure.ts'
import { laterRoutes as routes } from '../api/laterRoutes.ts'
import { nothingSaved, useReceiveSaved } from '../api/useSaved.ts'
import {
  payerFields,
  payerTexts,
  pointedAt,
  wrongIn,
  type PayerField,
  type Wrong,
} from '../payer/payerTexts.ts'
import { readPayer } from '../payer/readPayer.ts'
import { usePayer } from '../payer/usePayer.ts'
import { payinTraits } from '../payin/payinTraits.ts'
import { hasOrder } from '../steps.ts'
import { Button } from '../ui/Button.tsx'
import { Destination } from '../ui/coins/Destination.tsx'
import { Footer } from '../ui/Footer.tsx'
import { BirthDate } from '../ui/form/BirthDate.tsx'
import { PickedField, TextField } from '../ui/form/Field.tsx'
import { Flag } from '../ui/form/Flag.tsx'
import { PhoneField } from '../ui/form/PhoneField.tsx'
import { Heading } from '../ui/Heading.tsx'
import { FailureAlert } from '../ui/Notice.tsx'
import { areTermsSet } from '../ui/order/Terms.tsx'
import type { PickerOption } from '../ui/picker/PickerOption.ts'
import { useAct } from '../useAct.ts'
import { useWidget } from '../Widget.ts'
import type { Writing } from '../Writing.ts'
import styles from './Step.module.css'

/** The buyer's details, as the wire's schema requires them. Each mistake is shown at its field. */
export function PayerForm() {
  const { view, writing, choice, call, views } = useWidget()
  const { say } = writing
  const { payer, codes, popular, set, leave, isOptional } = usePayer()
  const receiveSaved = useReceiveSaved()
  const [wrong, setWrong] = useState<Wrong>(new Map())
  const form = useRef<HTMLFormElement>(null)
  const countries = useMemo(() => countriesIn(writing, codes, popular), [writing, codes, popular])
  const { isByCard } = payinTraits(view.order?.payin_group ?? choice.payin_group)
  const point = (pointed: Wrong) => {
    setWrong(pointed)
    const first = payerFields.find((field) => pointed.has(field))
    form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }
  const save = useAct(async (signal, details: Payer) => {
    try {
      const known = await call(routes.payer, details, signal)
      if (view.buyer?.payer === null) receiveSaved(nothingSaved)
      views.amend(known)
    } catch (thrown) {
      point(pointedAt(failureOf(thrown), payer))
      throw thrown
    }
  }, payer)

  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    const read = readPayer(payer)
    if (read.wrong.size > 0) point(wrongIn(read.wrong, payer))
    else save.run(read.payer)
  }
  const sayAt = (name: PayerField) => {
    const key = wrong.get(name)
    return key ? say(key) : null
  }
  /** Hides the messages at fields that have changed. */
  const mend = (names: readonly string[]) => {
    setWrong((before) => new Map([...before].filter(([name]) => !names.includes(name))))
  }
  const field = (name: PayerField) => ({
    name,
    label: say(payerTexts[name].label),
    autoComplete: payerTexts[name].autoComplete,
    value: payer[name],
    error: sayAt(name),
    onChange: (text: string) => {
      set(name, text)
      mend([name])
    },
    onLeave: () => {
      // If the reader of lines cannot be fetched, the fields stay as they are typed.
      leave(name).then(mend, () => undefined)
    },
    ...(isOptional(name) && { aside: say('payer.optional') }),
  })
  return (
    <form ref={form} className={styles['form']} onSubmit={submit} noValidate>
      <Heading opensKeyboard>{say('payer.title')}</Heading>
      <p className={styles['intro']}>{say(isByCard ? 'payer.intro' : 'payer.introPapers')}</p>
      <PickedField {...field('country')} options={countries} placeholder={say('payer.choose')} />
      <div className={styles['pair']}>
        <TextField {...field('first_name')} hint={say('payer.firstName.hint')} autoCapitalize="words" />
        <TextField {...field('last_name')} autoCapitalize="words" />
      </div>
      <BirthDate {...field('birth_date')} />
      <TextField {...field('address')} hint={say('payer.address.hint')} autoCapitalize="words" />
      <div className={styles['pair']}>
        <TextField {...field('postal_code')} autoCapitalize="characters" />
        <TextField {...field('city')} autoCapitalize="words" />
      </div>
      <TextField {...field('state')} autoCapitalize="words" />
      <PhoneField {...field('phone')} enterKeyHint="go" country={payer.country} countries={countries} />
      <FailureAlert failure={wrong.size > 0 ? null : save.failure} onRetry={submit} />
      <FinalAddress />
      <Footer>
        <Button busy={save.busy}>{say('continue')}</Button>
      </Footer>
    </form>
  )
}

/** Continue places the order, after which the address cannot be changed, so it is shown here once more. */
function FinalAddress() {
  const { view, writing, choice } = useWidget()
  const address = view.fixed['dst_address'] ?? choice.dst_address
  if (hasOrder(view) || address === '') return null
  // If it was shown above, only what the buyer typed is repeated.
  if (areTermsSet(view))
    return view.fixed['dst_address'] === undefined ? (
      <p className={styles['note']}>{writing.say('payer.addressFinal')}</p>
    ) : null
  return (
    <div className={styles['box']}>
      <Destination currency={choice.payout_currency} address={address} memo={choice.memo || null} />
      <span className={styles['note']}>{writing.say('payer.addressFinal')}</span>
    </div>
  )
}

/** The popular countries, then all others by name. The comparer is made once, since that takes longer than the sorting. */
function countriesIn(
  { tag, country }: Writing,
  codes: readonly string[],
  popular: readonly string[],
): readonly PickerOption[] {
  const { compare } = new Intl.Collator(tag)
  const named = (isPopular: boolean) => (value: string) => ({
    value,
    name: country(value),
    isPopular,
    mark: <Flag code={value} />,
  })
  const others = codes.filter((code) => !popular.includes(code)).map(named(false))
  return [...popular.map(named(true)), ...others.toSorted((one, other) => compare(one.name, other.name))]
}
