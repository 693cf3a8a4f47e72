/** Whether a statement failed on this constraint, so that the failure has a meaning to its caller. */
export function isViolation(error: unknown, constraint: string): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === constraint
}
