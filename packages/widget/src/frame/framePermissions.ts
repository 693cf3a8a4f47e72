/** What the widget uses in a frame, as the loader's `allow` names it. */
const used = [
  'payment',
  'clipboard-write',
  'publickey-credentials-get',
  'publickey-credentials-create',
] as const

/** What a frame of another origin has only if it was given: nothing here needs it. */
const unused = [
  'camera',
  'microphone',
  'geolocation',
  'display-capture',
  'usb',
  'serial',
  'hid',
  'midi',
  'bluetooth',
] as const

/** What some browsers say of a frame's permissions; the others say nothing. */
type Permissions = {
  readonly features: () => readonly string[]
  readonly allowsFeature: (feature: string) => boolean
}

/** Names on the console what this frame may not do and should, and what it may do and never does, for the page's developer. */
export function reportPermissions(): void {
  const permissions: Permissions | undefined = Reflect.get(document, 'featurePolicy')
  const isOwnPage = location.ancestorOrigins?.[0] === location.origin
  if (!permissions || isOwnPage) return
  const known = new Set(permissions.features())
  const missing = used.filter((each) => known.has(each) && !permissions.allowsFeature(each))
  const excess = unused.filter((each) => known.has(each) && permissions.allowsFeature(each))
  if (missing.length > 0)
    console.warn(
      `Cambio: the frame is not allowed ${missing.join(', ')}. Name it in the frame's allow attribute, and in the Permissions-Policy of each page around it.`,
    )
  if (excess.length > 0)
    console.warn(
      `Cambio: the frame is allowed ${excess.join(', ')}, which it does not use. Take it out of the frame's allow attribute.`,
    )
}
