import type { Proof } from './Proof.ts'

/** Proofs as lines for a person. */
export function proofLines(proofs: readonly Proof[]): string[] {
  return proofs.map(({ proof, holds, finding }) => `${markOf(holds)} ${proof}: ${finding}`)
}

function markOf(holds: boolean | null): string {
  if (holds === null) return 'not tried'.padEnd(10)
  return (holds ? 'proved' : 'BROKEN').padEnd(10)
}
