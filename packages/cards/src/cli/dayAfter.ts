/** The start of the UTC day after the one that starts then. */
export function dayAfter(start: Date): Date {
  return new Date(start.getTime() + 86_400_000)
}
