import { orderModel } from './orderModel/orderModel.ts'

orderModel({ sequences: 200, atOnce: 20, seed: 11, timeoutMs: 900_000 })
