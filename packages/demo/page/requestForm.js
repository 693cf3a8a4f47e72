// @ts-check

/**
 * Each choice takes along those that it rules out: coins are paid in crypto and buy another coin, a bank transfer is in
 * euro. An amount that nobody has typed becomes a usual one of the currency.
 */
export function keepTogether() {
  const [currency, group, coin] = ['payin_currency', 'payin_group', 'payout_currency'].map((name) =>
    document.querySelector(`select[name=${name}]`),
  )
  const amount = document.querySelector('input[name=amount]')
  if (!(currency instanceof HTMLSelectElement) || !(group instanceof HTMLSelectElement)) return
  if (!(coin instanceof HTMLSelectElement) || !(amount instanceof HTMLInputElement)) return
  let isTyped = false
  const settle = () => {
    if (!isTyped) amount.value = currency.selectedOptions[0]?.dataset['amount'] ?? amount.value
    if (coin.value === currency.value) choose(coin, ({ value }) => value !== currency.value)
  }
  amount.addEventListener('input', () => void (isTyped = true))
  currency.addEventListener('change', () => {
    if (isCoin(currency.selectedOptions[0])) group.value = 'crypto'
    else if (group.value === 'crypto' || currency.value !== 'EUR') group.value = 'card'
    settle()
  })
  group.addEventListener('change', () => {
    if (group.value === 'sepa') currency.value = 'EUR'
    else if (isCoin(currency.selectedOptions[0]) !== (group.value === 'crypto'))
      choose(currency, (option) => isCoin(option) === (group.value === 'crypto'))
    settle()
  })
  coin.addEventListener('change', () => {
    if (coin.value === currency.value)
      choose(currency, (option) => isCoin(option) && option.value !== coin.value)
    settle()
  })
}

/** @param {HTMLOptionElement | undefined} option */
function isCoin(option) {
  return option?.dataset['kind'] === 'crypto'
}

/** Chooses the first that will do. @param {HTMLSelectElement} select @param {(option: HTMLOptionElement) => boolean} will */
function choose(select, will) {
  select.value = [...select.options].find(will)?.value ?? select.value
}

/**
 * What the backend is to open: fields of the shop's own, or defaults that the buyer may change. An address is always
 * the shop's, and fixes the coin it belongs to.
 * @param {(name: string) => string} text
 */
export function requestFields(text) {
  const suffix = text('settled') === 'fixed' ? '' : '_default'
  const address = text('dst_address')
  const coin = address === '' ? suffix : ''
  return {
    [`payin_amount${suffix}`]: text('amount'),
    [`payin_currency${suffix}`]: text('payin_currency'),
    [`payin_group${suffix}`]: text('payin_group'),
    [`payout_currency${coin}`]: text('payout_currency'),
    [`payout_group${coin}`]: 'crypto',
    ...(address === '' ? {} : { dst_address: address }),
  }
}

/** @param {HTMLFormElement} form @returns {(name: string) => string} what a field has */
export function answersOf(form) {
  const answers = new FormData(form)
  return (name) => {
    const value = answers.get(name)
    return typeof value === 'string' ? value.trim() : ''
  }
}
