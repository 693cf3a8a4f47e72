import { orderModel } from '../test/orderModel/orderModel.ts'

/* pnpm sim:orders: two thousand lives of every form of order. */

orderModel({ sequences: 2_000, timeoutMs: 7_200_000 })
