import { nodeFaultOf } from './NodeFault.ts'

/**
 * How many blocks a node is asked about at once. Providers set limits of their own, from ten blocks up, and report them
 * in many ways. So the number is halved whenever the node refuses, and doubled after a run of successes.
 */
export type Pace = { blocks: bigint; readonly most: bigint; successes: number }

/** Blocks, both included. */
export type Range = { readonly from: bigint; readonly to: bigint }

/**
 * How many successes in a row raise the number of blocks. If the larger number is refused, one call in seventeen is
 * lost.
 */
const SUCCESSES_TO_GROW = 16

/**
 * How many blocks are read in one step, so that a long absence is made up for gradually, and for how many logs are
 * asked at once.
 */
export type ReadingPace = { readonly steps: Pace; readonly logs: Pace }

/** The most for either. */
const MOST_BLOCKS = 200n

/** The pace of a new reader. What it learns about its node is kept for its next look. */
export function readingPace(): ReadingPace {
  const fastest = { blocks: MOST_BLOCKS, most: MOST_BLOCKS, successes: 0 }
  return { steps: { ...fastest }, logs: { ...fastest } }
}

/**
 * Asks about a range of blocks in as many parts as the node wants.
 * @returns the answer to each part, in the order of the blocks
 * @throws Error when the node does not answer, or refuses a single block
 */
export async function inParts<Item>(
  pace: Pace,
  { from, to }: Range,
  ask: (part: Range) => Promise<readonly Item[]>,
): Promise<Item[]> {
  const answers: (readonly Item[])[] = []
  for (let next = from; next <= to;) {
    const last = next + pace.blocks - 1n < to ? next + pace.blocks - 1n : to
    const asked = last - next + 1n
    try {
      answers.push(await ask({ from: next, to: last }))
    } catch (error) {
      slowDown(pace, asked)
      if (asked === 1n || !isRefusal(error)) throw error
      continue
    }
    speedUp(pace, asked)
    next = last + 1n
  }
  return answers.flat()
}

/**
 * Reads the next blocks in one step, and fewer after the node has failed half-way: a node that answers only some calls
 * is read in small steps, where a large step would never succeed.
 * @param read reads up to that many blocks
 */
export async function inStep<Result>(pace: Pace, read: (blocks: bigint) => Promise<Result>): Promise<Result> {
  const { blocks } = pace
  try {
    const result = await read(blocks)
    speedUp(pace, blocks)
    return result
  } catch (error) {
    if (nodeFaultOf(error)) slowDown(pace, blocks)
    throw error
  }
}

/** Whether the node refused the call, so that it may accept a smaller one. */
function isRefusal(error: unknown): boolean {
  const fault = nodeFaultOf(error)
  return fault?.is === 'refused' || fault?.is === 'limited'
}

function slowDown(pace: Pace, asked: bigint): void {
  pace.blocks = asked > 1n ? asked / 2n : 1n
  pace.successes = 0
}

function speedUp(pace: Pace, asked: bigint): void {
  if (asked < pace.blocks || pace.blocks === pace.most) return
  pace.successes += 1
  if (pace.successes < SUCCESSES_TO_GROW) return
  pace.blocks = pace.blocks * 2n < pace.most ? pace.blocks * 2n : pace.most
  pace.successes = 0
}
