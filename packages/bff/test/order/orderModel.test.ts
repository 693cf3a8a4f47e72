import { orderModel } from './orderModel/orderModel.ts'

orderModel({ sequences: 14, atOnce: 14, seed: 11, timeoutMs: 900_000 })
