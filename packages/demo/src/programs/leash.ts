/**
 * Ties this process to the launcher that started it: when the launcher is gone, however it went, so is this one. It
 * ends as if killed, which the programs are built for, so that the next launcher finds the ports free at once.
 */
export function leash(): void {
  process.once('disconnect', () => process.exit(1))
  process.channel?.unref()
}

/** Tells the launcher that the program answers. */
export function ready(): void {
  process.send?.('ready')
}
