import type { VerificationLevel } from '@cambio/wire/VerificationLevel.ts'
import type { Payer } from '@cambio/wire/widget/Widget.ts'
import { capsFor, type Catalogue } from '../catalogue/Catalogue.ts'
import { isProven } from '../client/Client.ts'
import type { DocumentData } from '../client/DocumentData.ts'
import { nameWords } from '../client/nameWords.ts'
import { applyFact } from '../order/life/applyFact.ts'
import { differencesOf } from './differencesOf.ts'
import { limitFact } from './limitFact.ts'
import type { LockedClient, ClientLocks, Person } from './LockedClient.ts'

type Deps = Parameters<typeof limitFact>[0] & { clients: ClientLocks; catalogue: Catalogue }

/**
 * Saves the details that a buyer gives of themselves. A verification proved a person of one name, birth date and country:
 * where any of these changes, the level drops to `basic`, earlier decisions of the provider count no more, and orders
 * that the verification had released wait again. Orders whose payment is under way or in go on: the verified person paid.
 */
export async function savePayer(
  deps: Deps,
  { clientId, payer }: { clientId: string; payer: Payer },
): Promise<VerificationLevel> {
  return deps.clients.lock(clientId, async (locked) => {
    const before = await locked.person()
    await locked.savePayer(payer)
    const { level: proven, documents } = locked.client
    if (!isProven(proven) || (isSame(before, payer) && isShownByDocuments(documents, before, payer)))
      return proven
    await locked.becomeAnother()
    const level: VerificationLevel = 'basic'
    await letWait(deps, { ...locked, client: { ...locked.client, payer, level } })
    return level
  })
}

async function letWait(deps: Deps, locked: LockedClient): Promise<void> {
  for (const order of await locked.orders.findCleared(locked.client.id)) {
    const fact = await limitFact(deps, capsFor(deps.catalogue.now(), order.partnerId), locked, order)
    if (fact) await applyFact({ ...deps, orders: locked.orders }, { orderId: order.id, fact })
  }
}

/** Whether new details contradict nothing that was recorded of a person; another way of writing a name makes no other name. */
function isSame(recorded: Person, payer: Payer): boolean {
  const details: Person = payer
  const agrees = (member: keyof Person, written: (text: string) => string) =>
    recorded[member] === null || written(recorded[member]) === written(details[member] ?? '')
  return (
    names.every((member) => agrees(member, asName)) &&
    others.every((member) => agrees(member, (text) => text))
  )
}

/** Whether what a client tells for the first time is what the documents said that it was verified by before. */
function isShownByDocuments(documents: DocumentData | null, recorded: Person, payer: Payer): boolean {
  if (documents === null) return true
  const isNew = {
    name: recorded.first_name === null || recorded.last_name === null,
    birth_date: recorded.birth_date === null,
    country: recorded.country === null,
  }
  return !differencesOf(payer, documents).some((difference) => isNew[difference])
}

const names = ['first_name', 'last_name'] as const satisfies readonly (keyof Person)[]
const others = ['birth_date', 'country'] as const satisfies readonly (keyof Person)[]

/** A name by its words, as documents are compared with it; what has none in Latin letters by itself. */
function asName(text: string): string {
  return nameWords(text).join(' ') || text.normalize('NFKC').trim().toLowerCase()
}
