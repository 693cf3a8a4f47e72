import { useAct } from '../useAct.ts'
import { useWidget } from '../Widget.ts'
import { Button } from './Button.tsx'

/**
 * A button that signs in by a passkey (`get`) or creates one (`create`). Its code is fetched when it is pressed. It is
 * hidden where the browser cannot do that, or reports that the page around the frame forbids it.
 */
export function PasskeyAct({ act, onDone }: { act: 'get' | 'create'; onDone?: () => void }) {
  const widget = useWidget()
  const { say } = widget.writing
  const { busy, failure, run } = useAct(async (signal) => {
    const acts = await import('../passkey/passkeyActs.ts')
    await acts[act](widget, signal)
    onDone?.()
  })
  const page: Document & { featurePolicy?: { allowsFeature(name: string): boolean } } = document
  const isAllowed = page.featurePolicy?.allowsFeature(`publickey-credentials-${act}`) !== false
  if (!isAllowed || !('PublicKeyCredential' in window)) return null
  return (
    <>
      <Button look="quiet" busy={busy} onPress={run}>
        {say(`passkey.${act}`)}
      </Button>
      {failure && <p role="alert">{say('passkey.failed')}</p>}
    </>
  )
}
