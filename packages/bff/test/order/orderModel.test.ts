import { orderModel } from './orderModel/orderModel.ts'

orderModel({ sequences: 10, atOnce: 10, seed: 11, timeoutMs: 900_000 })
