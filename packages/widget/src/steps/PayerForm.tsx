import { widget as routes } from '@cambio/wire/routes/widget.ts'
import { Payer } from '@cambio/wire/widget/Widget.ts'
import { useMemo, useRef, useState, type FormEvent, type HTMLInputAutoCompleteAttribute } from 'react'
import { failureOf, type Failure } from '../api/Failure.ts'
import { useCountries } from '../api/useCountries.ts'
import { payinTraits } from '../payin/payinTraits.ts'
import { hasOrder } from '../steps.ts'
import type { PlainKey } from '../text.ts'
import type { Typed } from '../typed.ts'
import { Button } from '../ui/Button.tsx'
import { Destination } from '../ui/coins/Destination.tsx'
import { Footer } from '../ui/Footer.tsx'
import { BirthDate } from '../ui/form/BirthDate.tsx'
import { PickedField, TextField } from '../ui/form/Field.tsx'
import { Heading } from '../ui/Heading.tsx'
import { FailureAlert } from '../ui/Notice.tsx'
import { areTermsSet } from '../ui/order/Terms.tsx'
import { useAct } from '../useAct.ts'
import { useWidget } from '../Widget.ts'
import type { Writing } from '../Writing.ts'
import styles from './Step.module.css'

type Field = keyof Payer
/** What is said at each field that is wrong. */
type Wrong = ReadonlyMap<Field, PlainKey>
type FieldTexts = {
  readonly label: PlainKey
  readonly invalid: PlainKey
  /** What is said in its place where nothing was entered; `invalid` where that says it. */
  readonly missing?: PlainKey
  readonly autoComplete: HTMLInputAutoCompleteAttribute
}

/** What each field is called, what is said when it is wrong, and what browsers know it as. */
const texts = {
  first_name: {
    label: 'payer.firstName',
    invalid: 'payer.firstName.invalid',
    missing: 'payer.firstName.missing',
    autoComplete: 'given-name',
  },
  last_name: {
    label: 'payer.lastName',
    invalid: 'payer.lastName.invalid',
    missing: 'payer.lastName.missing',
    autoComplete: 'family-name',
  },
  birth_date: { label: 'payer.birthDate', invalid: 'payer.birthDate.invalid', autoComplete: 'bday' },
  country: { label: 'payer.country', invalid: 'payer.country.invalid', autoComplete: 'country' },
  address: { label: 'payer.address', invalid: 'payer.address.invalid', autoComplete: 'street-address' },
  city: {
    label: 'payer.city',
    invalid: 'payer.city.invalid',
    missing: 'payer.city.missing',
    autoComplete: 'address-level2',
  },
  state: {
    label: 'payer.state',
    invalid: 'payer.state.invalid',
    missing: 'payer.state.missing',
    autoComplete: 'address-level1',
  },
  postal_code: {
    label: 'payer.postalCode',
    invalid: 'payer.postalCode.invalid',
    missing: 'payer.postalCode.missing',
    autoComplete: 'postal-code',
  },
  phone: { label: 'payer.phone', invalid: 'payer.phone.invalid', autoComplete: 'tel' },
} as const satisfies Record<Field, FieldTexts>

const fields = Object.keys(texts).filter((name): name is Field => name in texts)

const empty: Payer = {
  first_name: '',
  last_name: '',
  birth_date: '',
  country: '',
  state: '',
  city: '',
  address: '',
  postal_code: '',
  phone: '',
}

/** The details as they stood before a reload, or before a session ended. */
function typedBefore(typed: Typed): Payer {
  const before = typed.read()
  const kept = fields.map((name) => [name, before[`payer_${name}`] ?? ''] as const)
  return { ...empty, ...Object.fromEntries(kept) }
}

/** The buyer's details, as the schema of the wire wants them. What is wrong is said at its field. */
export function PayerForm() {
  const { view, writing, choice, call, typed, views } = useWidget()
  const { say } = writing
  const [payer, setPayer] = useState<Payer>(view.buyer?.payer ?? typedBefore(typed))
  const [wrong, setWrong] = useState<Wrong>(new Map())
  const form = useRef<HTMLFormElement>(null)
  const { isByCard } = payinTraits(view.order?.payin_group ?? choice.payin_group)
  const point = (pointed: Wrong) => {
    setWrong(pointed)
    const first = fields.find((field) => pointed.has(field))
    form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }
  const save = useAct(async (signal, details: Payer) => {
    try {
      views.receive(await call(routes.payer, details, signal))
    } catch (thrown) {
      point(pointedAt(failureOf(thrown), details))
      throw thrown
    }
  }, payer)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const read = Payer.safeParse(payer)
    if (!read.success) point(invalid(new Set(read.error.issues.map(({ path }) => path[0])), payer))
    else save.run(read.data)
  }
  const sayAt = (name: Field) => {
    const key = wrong.get(name)
    return key ? say(key) : null
  }
  const field = (name: Field) => ({
    name,
    label: say(texts[name].label),
    autoComplete: texts[name].autoComplete,
    value: payer[name],
    error: sayAt(name),
    onChange: (text: string) => {
      setPayer({ ...payer, [name]: text })
      typed.write({ [`payer_${name}`]: text })
      if (wrong.has(name)) setWrong(new Map([...wrong].filter(([other]) => other !== name)))
    },
  })
  return (
    <form ref={form} className={styles['form']} onSubmit={submit} noValidate>
      <Heading opensKeyboard>{say('payer.title')}</Heading>
      <p className={styles['intro']}>{say(isByCard ? 'payer.intro' : 'payer.introPapers')}</p>
      <div className={styles['pair']}>
        <TextField {...field('first_name')} autoCapitalize="words" />
        <TextField {...field('last_name')} autoCapitalize="words" />
      </div>
      <BirthDate {...field('birth_date')} />
      <Countries {...field('country')} writing={writing} />
      <TextField {...field('address')} autoCapitalize="words" />
      <div className={styles['pair']}>
        <TextField {...field('city')} autoCapitalize="words" />
        <TextField {...field('postal_code')} autoCapitalize="characters" />
      </div>
      <TextField {...field('state')} autoCapitalize="words" />
      <TextField {...field('phone')} type="tel" inputMode="tel" enterKeyHint="go" />
      <FailureAlert failure={wrong.size > 0 ? null : save.failure} onRetry={() => save.run(payer)} />
      <FinalAddress />
      <Footer>
        <Button busy={save.busy}>{say('continue')}</Button>
      </Footer>
    </form>
  )
}

/** Continue places the order, after which the address cannot be changed: here it is read once more. */
function FinalAddress() {
  const { view, writing, choice } = useWidget()
  const address = view.fixed['dst_address'] ?? choice.dst_address
  if (hasOrder(view) || address === '') return null
  // Where it was read above, only what the buyer typed needs a word.
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

function Countries({ writing, ...field }: Parameters<typeof TextField>[0] & { writing: Writing }) {
  const codes = useCountries()
  const sorted = useMemo(
    () =>
      codes
        .map((value) => ({ value, name: writing.country(value) }))
        .toSorted((a, b) => order(a, b, writing.tag)),
    [codes, writing],
  )
  return <PickedField {...field} options={sorted} placeholder={writing.say('payer.choose')} />
}

type Country = { readonly value: string; readonly name: string }

/** By name; the country that the reader's language is of stands first. */
function order(one: Country, other: Country, tag: string): number {
  const own = new Intl.Locale(tag).region
  if (one.value === own) return -1
  return other.value === own ? 1 : one.name.localeCompare(other.name, tag)
}

/** The fields a refusal is about. */
function pointedAt({ code, problem }: Failure, payer: Payer): Wrong {
  if (code === 'country_forbidden') return new Map([['country', 'payer.country.forbidden']])
  if (code === 'card_country_forbidden') return new Map([['country', 'payer.country.card']])
  return invalid(new Set(problem?.errors.map(({ pointer }) => pointer.slice(1))), payer)
}

function invalid(names: ReadonlySet<PropertyKey | undefined>, payer: Payer): Wrong {
  return new Map(fields.filter((name) => names.has(name)).map((name) => [name, sayingOf(name, payer[name])]))
}

function sayingOf(name: Field, value: string): PlainKey {
  const { invalid, missing }: FieldTexts = texts[name]
  return value.trim() === '' ? (missing ?? invalid) : invalid
}
