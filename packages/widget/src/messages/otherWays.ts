import { english as coins } from './coins/english.ts'
import { english as otherStatus } from './otherStatus/english.ts'
import { english as transfer } from './transfer/english.ts'
import { english as withdrawal } from './withdrawal/english.ts'

/** What only the other ways to pay and the withdrawals say, in English: it comes with their screens. */
const otherWays = { ...coins, ...otherStatus, ...transfer, ...withdrawal } as const

export default otherWays
