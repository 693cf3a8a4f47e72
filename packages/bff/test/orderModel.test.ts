import { orderModel } from './orderModel/orderModel.ts'

orderModel({ sequences: 200, atOnce: 40, seed: 11, timeoutMs: 900_000 })
