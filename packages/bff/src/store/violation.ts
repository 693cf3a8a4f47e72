/** Whether a statement violated this constraint, which its caller can handle. */
export function isViolation(error: unknown, constraint: string): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === constraint
}
