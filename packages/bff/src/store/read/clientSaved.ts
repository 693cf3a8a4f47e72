import { deviceStore, type Device } from '../client/devices.ts'
import { savedCardStore, type SavedCard } from '../client/savedCards.ts'
import type { StoreDeps } from '../StoreDeps.ts'

/** What a client had saved: devices that replace the e-mail code, and cards, without what could charge them. */
export type ClientSaved = {
  readonly devices: readonly Device[]
  readonly cards: readonly SavedCard[]
}

/** The devices and cards that a client had saved, newest first. */
export async function clientSaved(deps: StoreDeps, clientId: string): Promise<ClientSaved> {
  const [devices, cards] = [await deviceStore(deps).list(clientId), await savedCardStore(deps).list(clientId)]
  return { devices, cards }
}
