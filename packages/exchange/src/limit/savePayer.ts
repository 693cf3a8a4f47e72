import type { VerificationLevel } from '@cambio/wire/Payment.ts'
import type { Payer } from '@cambio/wire/Widget.ts'
import type { Catalogue } from '../catalogue/Catalogue.ts'
import { isProven } from '../client/Client.ts'
import { applyFact } from '../order/applyFact.ts'
import type { ClientHold, ClientHolds, Person } from './ClientHold.ts'
import { limitFact } from './limitFact.ts'

type Deps = Parameters<typeof limitFact>[0] & { clients: ClientHolds; catalogue: Catalogue }

/**
 * Keeps what a buyer says of themselves. What was verified was a person of a name, a birth date and a country: with
 * another of these, the level drops to `basic`, what was decided counts no more, and orders that a verification had let
 * go on wait again. Orders whose payment is under way or in go on: that person paid.
 */
export async function savePayer(
  deps: Deps,
  { clientId, payer }: { clientId: string; payer: Payer },
): Promise<VerificationLevel> {
  return deps.clients.hold(clientId, async (hold) => {
    const known = await hold.person()
    await hold.savePayer(payer)
    if (!isProven(hold.client.level) || isSame(known, payer)) return hold.client.level
    await hold.becomeAnother()
    const level: VerificationLevel = 'basic'
    await letWait(deps, { ...hold, client: { ...hold.client, payer, level } })
    return level
  })
}

async function letWait(deps: Deps, hold: ClientHold): Promise<void> {
  for (const order of await hold.orders.findCleared(hold.client.id)) {
    const fact = await limitFact(deps, deps.catalogue.now().caps, hold, order)
    if (fact) await applyFact({ ...deps, orders: hold.orders }, { orderId: order.id, fact })
  }
}

/** Whether nothing that is known of a person says otherwise; spelling a name in other cases is no other name. */
function isSame(known: Person, given: Payer): boolean {
  const told: Person = given
  return members.every((member) => {
    const before = known[member]
    return before === null || folded(before) === folded(told[member] ?? '')
  })
}

const members = [
  'first_name',
  'last_name',
  'birth_date',
  'country',
] as const satisfies readonly (keyof Person)[]

function folded(text: string): string {
  return text.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()
}
