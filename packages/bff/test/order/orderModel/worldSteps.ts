import { bankDay } from './bankDay.ts'
import { freshWork } from './freshWork.ts'
import { kill } from './kill.ts'
import type { Arrival, ModelDeposits } from './ModelDeposits.ts'
import { lapse, lapsesAtMs, type ModelOrder } from './ModelOrder.ts'
import { command, receive, work, type OrderWorld } from './OrderWorld.ts'
import { countArrivals } from './steps/depositSteps.ts'

/** What happens to everybody at once, between the steps of single lives. */
export type WorldStep = (world: OrderWorld, number: number) => Promise<void>

const MINUTE_MS = 60_000
const BLOCK_MS = 5_000
const LOOK_MS = 2_000
const ETH_EUR = [2_700n, 3_000n, 3_300n] as const
const waitsMs = [1, 7, 20, 70].map((minutes) => minutes * MINUTE_MS)
const faults = ['lost_before', 'lost_after', undefined] as const
const DEEP = 3

export const worldSteps: Readonly<Record<string, WorldStep>> = {
  blocks: (world, number) => mine(world, 1 + (number % 2)),

  async work(world) {
    await work(world)
    await lapseAll(world)
  },

  async wait(world, number) {
    world.rig.pass(waitsMs[number % waitsMs.length] ?? 0)
    await work(world)
    await lapseAll(world)
  },

  /** The chain's last blocks are others, and what was in them or waited for the next is nowhere. */
  async reorganise(world, number) {
    const { chain } = world.chained
    const depth = number % 6 === 5 && world.height > DEEP ? DEEP : 1
    await chain.node('anvil_rollback', depth)
    await chain.node('anvil_dropAllTransactions')
    world.height -= depth
    for (const order of ordersOf(world)) if (order.deposits) takeAway(order, order.deposits, world.height)
    await mine(world, depth + 1)
  },

  async prices({ chained }, number) {
    chained.pricesAre({ ETH: ETH_EUR[number % ETH_EUR.length] ?? 3_000n })
  },

  async network({ rig, node }, number) {
    node.fault = faults[number % faults.length]
    rig.payoutsMeet(node.fault)
  },

  /** Nobody answers for the node, while its chain goes on. */
  async nodeAway(world, number) {
    const { node } = world
    const before = node.fault
    node.fault = 'away'
    for (let blocks = 0; blocks < 1 + (number % 3); blocks++) await nextBlock(world)
    await work(world)
    node.fault = before
    await mine(world, 1)
  },

  bank: bankDay,

  async receiver(world, number) {
    const how = (['there', 'away', 'there', 'away', 'gone'] as const)[number % 5] ?? 'there'
    receive(world, how)
    if (how === 'there') await command(world, 'callback', 'resend', '--failed')
  },

  /** A process ends and another begins, which remembers nothing. */
  async restart(world) {
    world.works = [world.rig.work, freshWork(world.rig)]
  },

  async kill(world, number) {
    await kill(world, 1 + (number % 14))
    world.kills += 1
    // What it had in hand is anybody's once its lease is over.
    world.rig.pass(2 * MINUTE_MS)
    await mine(world, 1)
  },
}

/** Blocks are made of what waits, and everything that follows is done. */
export async function mine(world: OrderWorld, blocks: number): Promise<void> {
  for (let mined = 0; mined < blocks; mined++) {
    await nextBlock(world)
    await work(world)
    await countArrivals(world)
    await lapseAll(world)
  }
}

async function nextBlock(world: OrderWorld): Promise<void> {
  const { rig, chained } = world
  rig.pass(BLOCK_MS)
  await chained.chain.mineAt(rig.exchange.clock.now())
  world.height += 1
  for (const { deposits } of ordersOf(world))
    for (const arrival of deposits?.arrivals ?? []) arrival.block ??= world.height
}

/** What had not counted is as if it never came. An order whose coins had counted stops. */
function takeAway(order: ModelOrder, deposits: ModelDeposits, height: number): void {
  const isGone = ({ block }: Arrival) => block === null || block > height
  order.isStopped ||= deposits.arrivals.some((arrival) => arrival.state !== 'seen' && isGone(arrival))
  deposits.arrivals = deposits.arrivals.filter((arrival) => !isGone(arrival))
}

/** Orders whose time is over while they wait end: those by deposit once the chain was looked at after it. */
async function lapseAll(world: OrderWorld): Promise<void> {
  const isExpired = (order: ModelOrder) => order.state === 'waiting' && world.nowMs() >= lapsesAtMs(order)
  if (ordersOf(world).some((order) => order.deposits && isExpired(order))) {
    world.rig.pass(LOOK_MS)
    await work(world)
  }
  for (const order of ordersOf(world)) lapse(order, world.nowMs())
}

function ordersOf({ lives }: OrderWorld): ModelOrder[] {
  return lives.flatMap(({ orders }) => orders)
}
