import { deviceStore, type Device } from '../client/devices.ts'
import { savedCardStore, type SavedCard } from '../client/savedCards.ts'
import type { StoreDeps } from '../StoreDeps.ts'

/** What a client had remembered: devices that stand for the e-mail code, and cards without what would charge them. */
export type ClientSaved = {
  readonly devices: readonly Device[]
  readonly cards: readonly SavedCard[]
}

/** The devices and cards that a client had saved, the latest first. */
export async function clientSaved(deps: StoreDeps, clientId: string): Promise<ClientSaved> {
  const [devices, cards] = [await deviceStore(deps).list(clientId), await savedCardStore(deps).list(clientId)]
  return { devices, cards }
}
