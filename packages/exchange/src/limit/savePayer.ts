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
 * Saves the details that a buyer enters about themselves. A verification proves a person of one name, birth date and
 * country. If any of these changes, the level drops to `basic`, earlier decisions of the provider no longer count, and
 * orders that the verification had released wait again. Orders whose payment is under way or received go on: the
 * verified person paid.
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

/** Whether new details contradict nothing recorded about a person; another spelling of a name is the same name. */
function isSame(recorded: Person, payer: Payer): boolean {
  const details: Person = payer
  const agrees = (member: keyof Person, written: (text: string) => string) =>
    recorded[member] === null || written(recorded[member]) === written(details[member] ?? '')
  return (
    names.every((member) => agrees(member, asName)) &&
    others.every((member) => agrees(member, (text) => text))
  )
}

/** Whether details that a client enters for the first time are those in the documents that verified it before. */
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

/** A name's words, for comparison with documents; the text itself where it has no words in Latin letters. */
function asName(text: string): string {
  return nameWords(text).join(' ') || text.normalize('NFKC').trim().toLowerCase()
}
