/** A column that its row's state always has. @throws Error when it is null */
export function present<Row extends object, Name extends keyof Row & string>(
  row: Row,
  name: Name,
): NonNullable<Row[Name]> {
  const value = row[name]
  if (value === null || value === undefined) throw new Error(`A row lacks ${name}, which its state needs`)
  return value
}
