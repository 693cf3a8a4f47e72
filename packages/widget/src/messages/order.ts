import { english as coins } from './coins/english.ts'
import { english as copying } from './copying/english.ts'
import { english as otherStatus } from './otherStatus/english.ts'
import { english as status } from './status/english.ts'
import { english as transfer } from './transfer/english.ts'

/** What is said of an order that was placed, in English. */
const order = { ...coins, ...otherStatus, ...copying, ...status, ...transfer } as const

export default order
