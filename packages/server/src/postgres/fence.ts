import { AsyncLocalStorage } from 'node:async_hooks'

const fences = new AsyncLocalStorage<() => boolean>()

/** Work went on for something that its process holds no more: others may be at it. */
export class LeaseLost extends Error {
  override readonly name = 'HoldLost'
}

/** Does work whose statements are refused, by LeaseLost, from the moment on at which `isLost`. */
export function fenced<Result>(isLost: () => boolean, work: () => Promise<Result>): Promise<Result> {
  return fences.run(isLost, work)
}

/** @throws LeaseLost inside work whose hold was lost */
export function checkFence(): void {
  if (fences.getStore()?.()) throw new LeaseLost('What this was done for is not held any more.')
}
