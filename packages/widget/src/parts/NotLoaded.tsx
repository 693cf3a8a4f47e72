import { unpaid } from '../steps.ts'
import { Button } from '../ui/Button.tsx'
import { Alert, Notice } from '../ui/Notice.tsx'
import { useAct } from '../useAct.ts'
import { useWidget } from '../Widget.ts'

/**
 * Shown in place of a step. Reload first tries `again`, if there is something to try, so that nothing is lost. Then the
 * page itself is reloaded if the service can be reached, since an unreachable page would show nothing.
 */
export function NotLoaded({ again }: { again?: () => Promise<boolean> }) {
  const { view, views, writing } = useWidget()
  const { say } = writing
  const reload = useAct(async () => {
    if (await again?.()) return
    await views.look()
    window.location.reload()
  })
  return (
    <>
      <Alert>
        <Notice tone="warn">
          <p>
            {say('part.missing')} {say(unpaid(view) ? 'money.no' : 'money.unknown')}
          </p>
          {reload.failure && <p>{say('error.unreachable')}</p>}
        </Notice>
      </Alert>
      <Button busy={reload.busy} onPress={reload.run}>
        {say('part.reload')}
      </Button>
    </>
  )
}
