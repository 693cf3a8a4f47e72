/** How many steps of ours Node's threads work at that Node does not list: it lists files and look-ups of names. */
let unlisted = 0

/** Does a long step of Node's cryptography in one of its threads, such as the hash of a password. */
export async function inThread<Result>(step: () => Promise<Result>): Promise<Result> {
  unlisted += 1
  try {
    return await step()
  } finally {
    unlisted -= 1
  }
}

/** Whether Node's threads have work: an exit of the process would wait until all of it is done. */
export function areThreadsBusy(): boolean {
  return unlisted > 0 || process.getActiveResourcesInfo().some((resource) => /^(?:FSReq|Get)/.test(resource))
}
