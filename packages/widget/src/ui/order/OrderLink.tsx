import type { ReactNode } from 'react'

/** A link that opens this purchase again in a tab of its own, for a buyer who leaves. It shows its address unless told otherwise. */
export function OrderLink({ children }: { children?: ReactNode }) {
  const address = window.location.origin + window.location.pathname
  return (
    <a href={address} dir={children ? undefined : 'ltr'} target="_blank" rel="noopener">
      {children ?? address}
    </a>
  )
}
