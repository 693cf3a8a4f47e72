/** So many of something, with the words that go with one and with any other number: `1 key is`, `2 keys are`. */
export function counted(count: number | bigint, one: string, many: string): string {
  return `${count} ${Number(count) === 1 ? one : many}`
}
