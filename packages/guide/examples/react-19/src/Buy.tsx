import { CambioWidget } from '@cambio/embed/react'
import { useState } from 'react'

export function Buy() {
  const [requestId, setRequestId] = useState<string>()
  const [event, setEvent] = useState('')

  async function open() {
    const answer = await fetch('/request', { method: 'POST' })
    setRequestId((await answer.json()).requestId)
  }

  return (
    <main>
      <h1>Buy coins</h1>
      <button onClick={open}>Buy</button>
      <output>{event}</output>
      {requestId && (
        <CambioWidget
          requestId={requestId}
          baseUrl="http://localhost:8787"
          onEvent={({ kind }) => setEvent(kind)}
        />
      )}
    </main>
  )
}
