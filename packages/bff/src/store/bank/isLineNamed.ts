/**
 * SQL that says whether a row of bank_entry is the line that the books call by a name: bank:<account>:<reference>.
 * @param row the row's alias
 * @param name SQL for the name
 */
export function isLineNamed(row: string, name: string): string {
  const account = `split_part(${name}, ':', 2)`
  return `${row}.iban = ${account} and ${row}.reference = substr(${name}, length('bank::') + 1 + length(${account}))`
}
