import { orderModel } from './orderModel/orderModel.ts'

orderModel({ sequences: 12, timeoutMs: 120_000 })
