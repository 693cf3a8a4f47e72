import { orderModel } from './orderModel/orderModel.ts'

orderModel({ sequences: 50, seed: 11, timeoutMs: 300_000 })
