import styles from './WalletAddress.module.css'

/** A full address or account number, in groups of four so that it can be compared. It is copied without the gaps. */
export function WalletAddress({ address }: { address: string }) {
  return (
    <span className={styles['address']} dir="ltr">
      {groupsOf(address).map(({ at, part }) => (
        <span key={at}>{part}</span>
      ))}
    </span>
  )
}

/** A leading 0x is not counted, so that the digits of an Ethereum address make whole groups. */
function groupsOf(address: string): { at: number; part: string }[] {
  return Array.from(address.matchAll(/^0x.{1,4}|.{1,4}/gu), ({ index, 0: part }) => ({ at: index, part }))
}
