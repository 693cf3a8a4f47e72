import { player } from './player/player.ts'

player({ plays: 4, seed: 7, timeoutMs: 300_000 })
