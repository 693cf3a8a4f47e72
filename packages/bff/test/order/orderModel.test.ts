import { orderModel } from './orderModel/orderModel.ts'

orderModel({ sequences: 100, atOnce: 40, seed: 11, timeoutMs: 900_000 })
