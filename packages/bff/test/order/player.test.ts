import { player } from './player/player.ts'

player({ plays: 1, seed: 7, timeoutMs: 300_000 })
