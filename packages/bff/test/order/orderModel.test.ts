import { orderModel } from './orderModel/orderModel.ts'

orderModel({ sequences: 60, atOnce: 30, seed: 11, timeoutMs: 900_000 })
