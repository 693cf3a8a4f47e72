/**
 * Ties this process to the launcher that started it: when the launcher is gone, however it went, so is this one. It
 * is killed, which the programs are built for, so that the next launcher finds the ports free at once; an orderly exit
 * was seen to hang when what reads our output is gone.
 */
export function exitWithLauncher(): void {
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  process.channel?.unref()
}

/** Tells the launcher that the program answers. */
export function ready(): void {
  process.send?.('ready')
}
