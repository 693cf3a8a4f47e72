import { createHash } from 'node:crypto'
import type { WidgetStatus } from '@cambio/wire/widget/Widget.ts'

/** How a purchase stands, with a version of its own: the same content has the same version in every process. */
export function versioned(standing: Omit<WidgetStatus, 'version'>): WidgetStatus {
  const version = createHash('sha256').update(JSON.stringify(standing)).digest('base64url').slice(0, 22)
  return { version, ...standing }
}
