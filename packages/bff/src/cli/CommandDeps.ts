import type { StoreDeps } from '../store/StoreDeps.ts'

/** What a command works on. */
export type CommandDeps = StoreDeps & {
  /** The node that the environment names; a sandbox's is written down by its exchange. */
  readonly chainUrl?: string | undefined
}
