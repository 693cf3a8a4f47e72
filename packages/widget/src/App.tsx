import { useEffect, useRef } from 'react'
import { useView } from './api/useView.ts'
import { useAppearance } from './frame/useAppearance.ts'
import { useClosable } from './frame/useClosable.ts'
import { Broken } from './parts/Broken.tsx'
import { Loading } from './parts/Loading.tsx'
import { Purchase } from './Purchase.tsx'
import type { Language } from './text.ts'
import { useLanguage } from './useLanguage.ts'
import type { Deps } from './Widget.ts'

/** The widget from its first byte on: loading, unavailable, or a purchase. */
export function App({ deps, entry, firstWords }: { deps: Deps; entry: string | null; firstWords: Language }) {
  const writing = useLanguage(deps.host, firstWords)
  useClosable(deps.host)
  useHeight(deps)
  const { view, failure } = useView(deps, entry !== null)
  useAppearance(deps.host, view)
  useEffect(() => {
    if (view) deps.host.trust(view.partner.origins)
  }, [deps, view])

  if (entry === null) return <Broken writing={writing} host={deps.host} failure={null} />
  if (view) return <Purchase deps={deps} view={view} writing={writing} outdated={failure !== null} />
  if (failure) {
    return <Broken writing={writing} host={deps.host} failure={failure} onRetry={deps.views.refresh} />
  }
  return <Loading writing={writing} />
}

/** Reports our height to the page around us whenever it changes. */
function useHeight({ host }: Deps): void {
  const last = useRef(0)
  useEffect(() => {
    if (!host.framed) return
    const observer = new ResizeObserver(() => {
      const height = Math.min(10_000, Math.ceil(document.body.getBoundingClientRect().height))
      if (height === last.current) return
      last.current = height
      host.send({ kind: 'resize', height })
    })
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [host])
}
