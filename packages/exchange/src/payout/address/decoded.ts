/** A decoder's result, or undefined where it throws: a text that somebody mistyped is nothing exceptional. */
export function decoded<Result>(decode: () => Result): Result | undefined {
  try {
    return decode()
  } catch {
    return undefined
  }
}
