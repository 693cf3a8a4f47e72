/** A decoder's result, or undefined if it throws: a mistyped address is an ordinary input. */
export function decoded<Result>(decode: () => Result): Result | undefined {
  try {
    return decode()
  } catch {
    return undefined
  }
}
