import { orderModel } from './orderModel/orderModel.ts'

orderModel({ sequences: 3, atOnce: 3, seed: 11, timeoutMs: 900_000 })
