import { orderModel } from '../test/order/orderModel/orderModel.ts'

/* pnpm sim:orders: two thousand lives of every form of order; SEED and SEQUENCES ask for others, and for fewer. */

const { SEED = '1', SEQUENCES = '2000' } = process.env

orderModel({ sequences: Number(SEQUENCES), atOnce: 10, seed: Number(SEED), timeoutMs: 7_200_000 })
