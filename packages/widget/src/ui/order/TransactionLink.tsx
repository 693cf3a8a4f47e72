/** A transaction by its id, which leads to where anyone can look at it. */
export function TransactionLink({ txid, url }: { txid: string; url: string | null }) {
  if (url === null) return <bdi dir="ltr">{txid}</bdi>
  return (
    <a href={url} dir="ltr" target="_blank" rel="noopener noreferrer">
      {txid}
    </a>
  )
}
