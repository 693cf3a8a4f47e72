import type { Query } from '@cambio/server/postgres/Database.ts'
import { keepLegalNotice, type StoredLegalNotice } from '../store/legalNotices.ts'
import { legalNoticeFrom, type LegalVariables } from './legalSettings.ts'

/** Stores the current legal notice, for the orders that will be placed under it. */
export async function openLegalNotice(
  query: Query,
  settings: LegalVariables,
  { now, ...where }: { readonly mode: 'sandbox' | 'live'; readonly baseUrl: string; readonly now: Date },
): Promise<StoredLegalNotice | null> {
  const notice = legalNoticeFrom(settings, where)
  return notice && keepLegalNotice(query, notice, now)
}
