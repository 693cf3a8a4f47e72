import { AsyncLocalStorage } from 'node:async_hooks'

const fences = new AsyncLocalStorage<() => boolean>()

/** Work whose lease the process has lost: others may have taken it over. */
export class LeaseLost extends Error {
  override readonly name = 'HoldLost'
}

/** Runs work whose statements are refused with LeaseLost once `isLost` returns true. */
export function fenced<Result>(isLost: () => boolean, work: () => Promise<Result>): Promise<Result> {
  return fences.run(isLost, work)
}

/** @throws LeaseLost within work whose lease was lost */
export function checkFence(): void {
  if (fences.getStore()?.()) throw new LeaseLost('What this was done for is not held any more.')
}
