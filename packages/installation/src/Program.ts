import { ExchangeEnvironment } from '@cambio/bff/program/environment.ts'
import { plan as exchangePlan, placeIn as exchangePlace } from '@cambio/bff/store/openStore.ts'
import { CardsEnvironment } from '@cambio/cards/program/environment.ts'
import { plan as cardsPlan, placeIn as cardsPlace } from '@cambio/cards/program/openStore.ts'
import { readEnvironment } from '@cambio/server/settings/environment.ts'
import type { StorePlace, StorePlan } from '@cambio/server/store/StorePlan.ts'

/** The settings of both programs, read from one environment. */
export type Settings = { readonly exchange: ExchangeEnvironment; readonly cards: CardsEnvironment }

/** @throws StartRefused that names each wrong setting */
export function readSettings(variables: Readonly<Record<string, string | undefined>>): Settings {
  return {
    exchange: readEnvironment(ExchangeEnvironment, variables),
    cards: readEnvironment(CardsEnvironment, variables),
  }
}

/** One of the two programs, with what is backed up, restored and migrated. */
export type Program = {
  readonly name: 'exchange' | 'cards'
  readonly plan: StorePlan<object>
  readonly place: StorePlace
}

/** The exchange and the card platform with these settings. */
export function programsOf({ exchange, cards }: Settings): readonly [exchange: Program, cards: Program] {
  return [
    { name: 'exchange', plan: exchangePlan, place: exchangePlace(exchange) },
    { name: 'cards', plan: cardsPlan, place: cardsPlace(cards) },
  ]
}
