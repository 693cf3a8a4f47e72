import type { PayinGroup } from '@cambio/wire/Group.ts'
import type { PayinTariff, Tariff } from './Tariff.ts'

/** The ways in that are offered. */
export function payinsAmong(payins: readonly PayinGroup[], offered: Tariff['payin']): Tariff['payin'] {
  const left: { [Group in PayinGroup]?: PayinTariff } = {}
  for (const group of payins) {
    const payin = offered[group]
    if (payin) left[group] = payin
  }
  return left
}
