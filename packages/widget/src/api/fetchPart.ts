declare global {
  /** What the build adds to the address of every part that is fetched later; see `freshAddresses`. */
  var partSuffix: string
}

globalThis.partSuffix = ''
let failures = 0

/**
 * Fetches a part of this page that is loaded later. After a failure every part gets another address. @throws what
 * import throws
 */
export async function fetchPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load()
  } catch (thrown) {
    failures += 1
    globalThis.partSuffix = `?again=${failures}`
    throw thrown
  }
}
