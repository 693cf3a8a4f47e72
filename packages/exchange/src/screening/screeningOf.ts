import type { Screened, Screening } from './Screening.ts'

/** Several lists as one: a wallet is clear when it is on none and all of them could be queried. */
export function screeningOf(lists: readonly Screening[]): Screening {
  return {
    async screen(addresses) {
      const answers = await Promise.all(lists.map((list) => list.screen(addresses)))
      return answers.reduce<Screened>(
        (worst, answer) => (rank[answer] > rank[worst] ? answer : worst),
        'clear',
      )
    },
  }
}

const rank: Readonly<Record<Screened, number>> = { clear: 0, unknown: 1, listed: 2 }
