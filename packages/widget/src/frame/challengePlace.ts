import { challengePlaces, type ChallengePlace } from '@cambio/wire/widget/framing.ts'
import type { WidgetView } from '@cambio/wire/widget/Widget.ts'
import type { Host } from './host.ts'

/**
 * Where the bank's page opens: as the page around us says in our address, else as the widget request says, else in our
 * frame. Without a page around us, it opens in the whole window.
 */
export function challengePlace(
  { host, view }: { host: Pick<Host, 'framed'>; view: Pick<WidgetView, 'fixed'> },
  address: string,
): ChallengePlace {
  const asked = [new URL(address).searchParams.get('challenge'), view.fixed['challenge']]
  const place = asked.find(isPlace) ?? 'frame'
  return place === 'frame' && !host.framed ? 'top' : place
}

function isPlace(text: string | null | undefined): text is ChallengePlace {
  return challengePlaces.some((place) => place === text)
}
