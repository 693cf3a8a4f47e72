/** A count with its singular or plural words: `1 key is`, `2 keys are`. */
export function counted(count: number | bigint, one: string, many: string): string {
  return `${count} ${Number(count) === 1 ? one : many}`
}
