/** Whether this device is remembered for a partner: by a key in the frame's own storage, which outlives the tab. */
export function hasDeviceKey(partner: string): boolean {
  try {
    return `cambio:device:${partner}` in localStorage
  } catch {
    return false
  }
}
