import type { Form, ModelOrder } from '../ModelOrder.ts'
import type { Life, OrderWorld } from '../OrderWorld.ts'

/**
 * What happens in a life, and is held against the model. Numbers name whom it is about, modulo how many there are.
 * Answers the order that it was about, if there was one.
 */
export type Step = (
  world: OrderWorld,
  life: Life,
  numbers: { readonly who: number; readonly other: number },
) => Promise<ModelOrder | undefined>

/** The item of a number, modulo how many there are. */
export const at = <Item>(items: readonly Item[], number: number): Item | undefined =>
  items[number % items.length]

export function among({ orders }: Life, who: number, asked: readonly Form[]): ModelOrder | undefined {
  const found = orders.filter(({ form }) => asked.includes(form))
  return at(found, who)
}
