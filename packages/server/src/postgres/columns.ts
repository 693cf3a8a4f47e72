/**
 * The columns of a row, to list in a statement: `o.id, o.name` for an alias `o`. A `*` would change its meaning with
 * the next new column, and fail in every process that prepared it before. The compiler requires each member of `Row`.
 */
export function columns<Row extends object>(
  names: Readonly<Record<Extract<keyof Row, string>, true>>,
): (alias?: string) => string {
  const all = Object.keys(names)
  return (alias) => all.map((name) => (alias === undefined ? name : `${alias}.${name}`)).join(', ')
}
