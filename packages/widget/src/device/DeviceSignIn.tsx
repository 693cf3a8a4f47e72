import { useEffect, useEffectEvent } from 'react'
import { failureOf } from '../api/Failure.ts'
import { laterRoutes as routes } from '../api/laterRoutes.ts'
import { Outline } from '../parts/Loading.tsx'
import { hasOrder } from '../steps.ts'
import { useWidget } from '../Widget.ts'
import { forgetDeviceKey, readDeviceKey } from './keepDeviceKey.ts'

/**
 * Signs in the buyer of a remembered device when the widget opens, unless they are known already. The step follows from
 * that. A device that is no longer remembered forgets its key, and its buyer is asked for the code.
 */
export function DeviceSignIn() {
  const { call, session, view, views, writing, go } = useWidget()
  const signIn = useEffectEvent(async () => {
    const { name } = view.partner
    try {
      if (view.buyer !== null || session.token() !== null) return
      const opened = await call(routes.deviceSession, { device_key: readDeviceKey(name) })
      session.open({ token: opened.session, email: opened.email })
      await views.look()
    } catch (thrown) {
      // At an order, the device may be remembered for another buyer.
      if (failureOf(thrown).code === 'session_invalid' && !hasOrder(view)) forgetDeviceKey(name)
    } finally {
      go(null)
    }
  })
  useEffect(() => void signIn(), [])
  return <Outline writing={writing} />
}
