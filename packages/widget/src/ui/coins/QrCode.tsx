import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { encode as Encode } from 'uqr'
import { fetchPart } from '../../api/fetchPart.ts'
import styles from './DepositDetails.module.css'

/** Draws the code; a purchase by card does not need it. */
const encoder = queryOptions({
  queryKey: ['qr encoder'],
  queryFn: () => fetchPart(() => import('uqr')),
  retry: true,
  retryDelay: 1_000,
  staleTime: 'static',
  structuralSharing: false,
})

/** A text as a QR code, dark on light in every theme, since cameras read no other. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data } = useQuery(encoder)
  const drawing = useMemo(() => data && drawn(data.encode, text), [data, text])
  return (
    <svg
      className={styles['code']}
      viewBox={`0 0 ${drawing?.size ?? 1} ${drawing?.size ?? 1}`}
      role="img"
      aria-label={label}
    >
      <path d={drawing?.path ?? ''} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}

/** The border is four modules wide, as the standard requires. */
function drawn(encode: typeof Encode, text: string): { size: number; path: string } {
  const { size, data } = encode(text, { ecc: 'M', border: 4 })
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('')
  return { size, path }
}
