import { orderModel } from './orderModel/orderModel.ts'

orderModel({ sequences: 6, atOnce: 6, seed: 11, timeoutMs: 900_000 })
