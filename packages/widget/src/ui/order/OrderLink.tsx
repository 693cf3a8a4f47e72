/** The address that opens this purchase again, for a buyer who leaves. */
export function OrderLink() {
  const address = window.location.origin + window.location.pathname
  return (
    <a href={address} dir="ltr" target="_blank" rel="noopener">
      {address}
    </a>
  )
}
