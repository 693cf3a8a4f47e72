/**
 * The columns that make a row, for a statement to list: `o.id, o.name` of an alias `o`. A `*` in their place would mean
 * something else as soon as the table has another column, which fails every process that prepared it before. The compiler
 * asks for each member of `Row`.
 */
export function columns<Row extends object>(
  names: Readonly<Record<Extract<keyof Row, string>, true>>,
): (alias?: string) => string {
  const all = Object.keys(names)
  return (alias) => all.map((name) => (alias === undefined ? name : `${alias}.${name}`)).join(', ')
}
