/** The remaining time, as a clock shows it: `0:58`. */
export function clockText(leftMs: number): string {
  const seconds = Math.max(0, Math.floor(leftMs / 1_000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
