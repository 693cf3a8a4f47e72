/*
 * The key by which this device is remembered for a partner; each partner has its own buyers. `hasDeviceKey` looks for
 * it under the same name in the first screen.
 */

const nameOf = (partner: string) => `cambio:device:${partner}`
const probe = 'cambio:probe'

/** Whether this frame may store data that outlives the tab; otherwise no device can be remembered. */
export function canKeepDeviceKey(): boolean {
  return (
    stored(() => {
      localStorage.setItem(probe, '')
      localStorage.removeItem(probe)
      return true
    }) ?? false
  )
}

export function readDeviceKey(partner: string): string {
  return stored(() => localStorage.getItem(nameOf(partner))) ?? ''
}

export function keepDeviceKey(partner: string, key: string): void {
  stored(() => localStorage.setItem(nameOf(partner), key))
}

export function forgetDeviceKey(partner: string): void {
  stored(() => localStorage.removeItem(nameOf(partner)))
}

/** A frame whose storage is blocked throws on the first access. */
function stored<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}
