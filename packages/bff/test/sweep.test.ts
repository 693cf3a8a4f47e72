import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { freshWallet, openDepositRig, type DepositRig } from './depositRig.ts'

let rig: DepositRig
let folder: string
beforeAll(async () => {
  rig = await openDepositRig()
  folder = await mkdtemp(join(tmpdir(), 'sweep-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await rig.close()
})

const Steps = z.array(
  z.object({ path: z.string(), unsigned: z.templateLiteral(['0x', z.string()]), amount: z.string() }),
)

test('deposits come to the operator’s wallet by what is exported, and the books follow the chain', async () => {
  const { address } = await rig.placed()
  await rig.pay(address, '1')
  await rig.settle()
  const wallet = freshWallet()
  const file = join(folder, 'sweep.json')
  expect(await rig.call('chain', 'sweep', file, '--to', wallet)).toMatchObject({
    ok: true,
    said: { transactions: 1, needs_gas: [] },
  })
  const [step] = Steps.parse(JSON.parse(await readFile(file, 'utf8')))
  await rig.chain.sendSwept(Number(step?.path.split('/')[1]), step?.unsigned ?? '0x')
  await rig.settle()
  expect(await rig.held(wallet, 'ETH')).toBe(step?.amount)
  expect(await rig.call('chain', 'reconcile')).toMatchObject({ ok: true, said: { agrees: true } })
  await rig.check()
})
