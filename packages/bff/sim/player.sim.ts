import { player } from '../test/order/player/player.ts'

/* pnpm sim:player: two thousand orders of every form, for a player who may walk away; SEED and PLAYS ask for others. */

const { SEED = '1', PLAYS = '2000' } = process.env
/** Orders that one exchange sees. */
const AT_ONCE = 200

for (let played = 0, part = 0; played < Number(PLAYS); played += AT_ONCE, part += 1)
  player({
    plays: Math.min(AT_ONCE, Number(PLAYS) - played),
    seed: Number(SEED) * 1_000 + part,
    timeoutMs: 7_200_000,
  })
