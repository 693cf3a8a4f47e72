/** Digits in the script whose zero this is. */
export function digitsFrom(zero: string, digits: string): string {
  return digits.replaceAll(/\d/g, (digit) => String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(digit)))
}
