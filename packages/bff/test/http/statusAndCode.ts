import type { Reply } from '../rig.ts'

/** What a refusal is recognised by. */
export function statusAndCode(reply: Reply): readonly [number, unknown] {
  return [reply.status, reply.at('code')]
}
