/** A transaction's id, as a link to a page that shows the transaction. */
export function TransactionLink({ txid, url }: { txid: string; url: string | null }) {
  if (url === null) return <bdi dir="ltr">{txid}</bdi>
  return (
    <a href={url} dir="ltr" target="_blank" rel="noopener noreferrer">
      {txid}
    </a>
  )
}
