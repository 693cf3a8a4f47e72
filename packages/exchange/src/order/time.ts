/*
 * The three forms in which times are written on the wire.
 */

/** `YYYY-MM-DD HH:MM:SS.ffffff`, UTC. */
export function datetime(at: Date): string {
  return `${at.toISOString().slice(0, 23).replace('T', ' ')}000`
}

/** Unix seconds with six fractional digits, as text. */
export function unixText(at: Date): string {
  return `${Math.floor(at.getTime() / 1000)}.${String(at.getTime() % 1000).padStart(3, '0')}000`
}

/** Unix seconds with a fraction, as a number. */
export function unixNumber(at: Date): number {
  return at.getTime() / 1000
}
