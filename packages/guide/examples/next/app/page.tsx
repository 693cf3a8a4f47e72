import { CambioWidget } from '@cambio/embed/react'
import { openRequest } from './openRequest'

// Each visit opens a request of its own.
export const dynamic = 'force-dynamic'

export default async function Page() {
  return (
    <main>
      <h1>Buy coins</h1>
      <CambioWidget requestId={await openRequest()} baseUrl="http://localhost:8787" />
    </main>
  )
}
