import * as z from 'zod/mini'
import { WalletRefused } from './WalletRefused.ts'

/** Reads one layer of a wallet's token, JSON as text. @throws WalletRefused `unreadable` */
export function readLayer<Schema extends z.ZodMiniType>(schema: Schema, text: string): z.output<Schema> {
  const result = z.safeParse(schema, parsed(text))
  if (!result.success) throw new WalletRefused('unreadable')
  return result.data
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
