/* The three forms in which times are written on the wire, and the one in which they are read. */

/** `YYYY-MM-DD HH:MM:SS.ffffff`, UTC. */
export function datetime(at: Date): string {
  return `${at.toISOString().slice(0, 23).replace('T', ' ')}000`
}

/** Unix seconds with six fractional digits, as text. */
export function unixText(at: Date): string {
  return microsText(BigInt(at.getTime()) * 1_000n)
}

/** Microseconds since 1970 as Unix seconds with six fractional digits. */
export function microsText(micros: bigint): string {
  return `${micros / 1_000_000n}.${String(micros % 1_000_000n).padStart(6, '0')}`
}

/** Unix seconds, with at most nine fractional digits, as microseconds since 1970, rounded up. */
export function microsFrom(timestamp: string): bigint {
  const [seconds = '', fraction = ''] = timestamp.split('.')
  return BigInt(seconds) * 1_000_000n + (BigInt(fraction.padEnd(9, '0')) + 999n) / 1_000n
}

/** Unix seconds as a time, rounded up to the next millisecond. */
export function dateFrom(timestamp: string): Date {
  return new Date(Number((microsFrom(timestamp) + 999n) / 1_000n))
}

/** Unix seconds with a fraction, as a number. */
export function unixNumber(at: Date): number {
  return at.getTime() / 1000
}
