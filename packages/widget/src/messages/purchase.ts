import { english as purchasing } from './purchase/english.ts'
import { english as withdrawal } from './withdrawal/english.ts'

/** What is said until an order is placed and paid, in English, beside the first screen. */
const purchase = { ...purchasing, ...withdrawal } as const

export default purchase
