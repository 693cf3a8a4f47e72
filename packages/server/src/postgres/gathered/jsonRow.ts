/**
 * A row as PostgreSQL reads it by `jsonb_populate_recordset`, without what is null. Whole numbers of any size are text,
 * since a number would lose digits.
 */
export function jsonRow(row: object): Readonly<Record<string, unknown>> {
  const members = Object.entries(row).filter(([, value]) => value !== null)
  return Object.fromEntries(members.map(([name, value]) => [name, jsonValue(value)]))
}

function jsonValue(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString()
  return value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value
}
