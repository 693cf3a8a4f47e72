import { lapse } from './ModelOrder.ts'
import { receive, work, type OrderWorld } from './OrderWorld.ts'
import { countArrivals } from './steps/depositSteps.ts'

/** What happens to everybody at once, between the steps of single lives. */
export type WorldStep = (world: OrderWorld, number: number) => Promise<void>

const MINUTE_MS = 60_000
const BLOCK_MS = 5_000
const ETH_EUR = [2_700n, 3_000n, 3_300n] as const
const waitsMs = [1, 7, 20, 70].map((minutes) => minutes * MINUTE_MS)

export const worldSteps: Readonly<Record<string, WorldStep>> = {
  blocks: (world, number) => mine(world, 1 + (number % 2)),

  async work(world) {
    await work(world)
    lapseAll(world)
  },

  async wait(world, number) {
    world.rig.pass(waitsMs[number % waitsMs.length] ?? 0)
    await work(world)
    lapseAll(world)
  },

  /** The chain's last block is another one, and what was in it or waited for the next is nowhere. */
  async reorganise(world) {
    const { chain } = world.chained
    await chain.node('anvil_rollback', 1)
    await chain.node('anvil_dropAllTransactions')
    world.height -= 1
    for (const { deposits } of world.lives.flatMap(({ orders }) => orders)) {
      if (!deposits) continue
      deposits.arrivals = deposits.arrivals.filter(
        ({ state, block }) => state !== 'seen' || (block !== null && block <= world.height),
      )
    }
    await mine(world, 2)
  },

  async prices({ chained }, number) {
    chained.pricesAre({ ETH: ETH_EUR[number % ETH_EUR.length] ?? 3_000n })
  },

  async network({ rig }, number) {
    rig.payoutsMeet((['lost_before', 'lost_after', undefined] as const)[number % 3])
  },

  async receiver(world, number) {
    receive(world, () => number % 2 === 0)
  },
}

/** Blocks are made of what waits, and everything that follows is done. */
export async function mine(world: OrderWorld, blocks: number): Promise<void> {
  const { rig } = world
  for (let mined = 0; mined < blocks; mined++) {
    rig.pass(BLOCK_MS)
    await world.chained.chain.mineAt(rig.exchange.clock.now())
    world.height += 1
    for (const { deposits } of world.lives.flatMap(({ orders }) => orders))
      for (const arrival of deposits?.arrivals ?? []) arrival.block ??= world.height
    await work(world)
    await countArrivals(world)
  }
  lapseAll(world)
}

function lapseAll(world: OrderWorld): void {
  for (const order of world.lives.flatMap(({ orders }) => orders)) lapse(order, world.nowMs())
}
