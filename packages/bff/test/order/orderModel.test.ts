import { orderModel } from './orderModel/orderModel.ts'

orderModel({ sequences: 28, atOnce: 28, seed: 11, timeoutMs: 900_000 })
