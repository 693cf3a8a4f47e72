import { orderModel } from './orderModel/orderModel.ts'

orderModel({ sequences: 10, seed: 11, timeoutMs: 120_000 })
