/** Rows as CSV (RFC 4180) with a header line. */
export function csv(columns: readonly string[], rows: readonly Readonly<Record<string, unknown>>[]): string {
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column]))]
  return lines.map(csvLine).join('\r\n')
}

/**
 * One line of CSV, without its line end. A cell that a spreadsheet would interpret as a formula is escaped with a
 * leading apostrophe, since ids and texts come from outside.
 */
export function csvLine(cells: readonly unknown[]): string {
  return cells.map(cell).join(',')
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const safe = /^[=+@\t\r-]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
